import { TimelineSkeleton } from "./TimelineSkeleton";

/** The placeholder of the market page while it loads, of the same size. */
export function MarketSkeleton() {
  return (
    <>
      <div className="dateline" aria-hidden="true">
        <p className="h-page">
          <span className="ghost tall" style={{ width: 160 }} />
        </p>
      </div>
      <div className="issuer market">
        <div />
        <TimelineSkeleton />
      </div>
    </>
  );
}
