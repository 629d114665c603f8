import { TimelineGhost } from "./TimelineGhost";

/** The place that the market's head and its timeline will take. */
export function MarketGhost() {
  return (
    <>
      <div className="dateline" aria-hidden="true">
        <p className="h-page">
          <span className="ghost tall" style={{ width: 160 }} />
        </p>
      </div>
      <div className="issuer market">
        <div />
        <TimelineGhost />
      </div>
    </>
  );
}
