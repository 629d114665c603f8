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
      <div className="mt-4 mb-6 h-13.5" aria-hidden="true" />
      <div className="grid grid-cols-[192px_minmax(0,1fr)_248px] gap-x-10 max-lg:grid-cols-[176px_minmax(0,1fr)] max-md:block print:block">
        <div className="sect-h" aria-hidden="true">
          <span className="ghost" style={{ width: 60 }} />
        </div>
        <TimelineSkeleton />
        <div className="sect-h max-lg:hidden" aria-hidden="true">
          <span className="ghost" style={{ width: 60 }} />
        </div>
      </div>
    </>
  );
}
