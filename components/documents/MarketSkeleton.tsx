import { TimelineSkeleton } from "./TimelineSkeleton";

/** The place that the market's head and its timeline will take. */
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
