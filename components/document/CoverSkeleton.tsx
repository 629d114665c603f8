/** The cover's placeholder while it loads, of the same size: title, cheapest route, contents. */
export function CoverSkeleton() {
  return (
    <div aria-hidden="true" className="ghosts">
      <p className="crumbs">
        <span className="ghost" style={{ width: 240 }} />
      </p>
      <div className="doc">
        <div>
          <div className="doc-head">
            <p className="h-filed">
              <span className="ghost tall" style={{ width: "52%" }} />
            </p>
            <p className="en">
              <span className="ghost" style={{ width: "38%" }} />
            </p>
          </div>
          <p className="cheap">
            <span className="ghost" style={{ width: "64%" }} />
          </p>
          <div className="sect-h">
            <span className="ghost" style={{ width: 180 }} />
          </div>
          {Array.from({ length: 16 }, (_, index) => (
            <div className="ghost-row" key={index}>
              <span className="ghost" style={{ width: `${46 - (index % 5) * 6}%` }} />
            </div>
          ))}
        </div>
        <aside>
          <div className="sect-h">
            <span className="ghost" style={{ width: 80 }} />
          </div>
          {Array.from({ length: 5 }, (_, index) => (
            <div className="ghost-row" key={index}>
              <span className="ghost" style={{ width: `${80 - (index % 3) * 14}%` }} />
            </div>
          ))}
        </aside>
      </div>
    </div>
  );
}
