import { TimelineSkeleton } from "@/components/documents";

/** The placeholder of the issuer's page while it loads: name, months, filters, rows. */
export function IssuerSkeleton() {
  return (
    <>
      <div className="dateline" aria-hidden="true">
        <p className="h-page">
          <span className="ghost tall" style={{ width: 260 }} />
        </p>
      </div>
      <div className="density" aria-hidden="true" />
      <div className="issuer">
        <div className="sect-h" aria-hidden="true">
          <span className="ghost" style={{ width: 60 }} />
        </div>
        <TimelineSkeleton />
        <div className="sect-h" aria-hidden="true">
          <span className="ghost" style={{ width: 60 }} />
        </div>
      </div>
    </>
  );
}
