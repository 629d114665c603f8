import { DayGrid } from "./DayGrid.tsx";
import { TimelineRow } from "./TimelineRow.tsx";

/** The placeholder of a timeline while it loads, of the same size and without animation. */
export function TimelineSkeleton({ rows = 12 }: { readonly rows?: number }) {
  return (
    <div aria-hidden="true">
      <div className="sect-h">
        <span className="ghost" style={{ width: 220 }} />
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <DayGrid
          key={index}
          {...(index % 3 === 0 ? { day: { name: <span className="ghost" style={{ width: 44 }} /> } } : {})}
        >
          <TimelineRow
            time={<span className="ghost" style={{ width: 34 }} />}
            family={<span className="ghost" style={{ width: 44 }} />}
          >
            <span className="ghost my-1.25 block" style={{ width: `${78 - (index % 4) * 13}%` }} />
            <span className="ghost my-1.25 block" style={{ width: `${36 - (index % 3) * 7}%` }} />
          </TimelineRow>
        </DayGrid>
      ))}
    </div>
  );
}
