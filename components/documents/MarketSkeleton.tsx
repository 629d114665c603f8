import { ReadTabs } from "@/components/ui/PlaceTabs.tsx";
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
      <ReadTabs here="filings" />
      <div className="grid grid-cols-[192px_minmax(0,1fr)] gap-x-10 max-lg:grid-cols-[176px_minmax(0,1fr)] max-md:block print:block">
        <div />
        <TimelineSkeleton />
      </div>
    </>
  );
}
