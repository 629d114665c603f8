/** The cover's placeholder while it loads, of the same size: title and contents. */
export function CoverSkeleton() {
  return (
    <div aria-hidden="true">
      <p className="crumbs">
        <span className="ghost" style={{ width: 240 }} />
      </p>
      <p className="h-filed">
        <span className="ghost tall" style={{ width: "52%" }} />
      </p>
      <p className="mt-0.5 mb-3 text-14 text-muted">
        <span className="ghost" style={{ width: "38%" }} />
      </p>
      <p className="mb-5 border-b border-line pt-1.5 pb-2.5">
        <span className="ghost" style={{ width: 320 }} />
      </p>
      <div className="doc">
        <div>
          <div className="sect-h">
            <span className="ghost" style={{ width: 180 }} />
          </div>
          {Array.from({ length: 16 }, (_, index) => (
            <div className="border-b border-line leading-6.75" key={index}>
              <span className="ghost" style={{ width: `${46 - (index % 5) * 6}%` }} />
            </div>
          ))}
        </div>
        <aside>
          <div className="sect-h">
            <span className="ghost" style={{ width: 80 }} />
          </div>
          {Array.from({ length: 5 }, (_, index) => (
            <div className="border-b border-line leading-6.75" key={index}>
              <span className="ghost" style={{ width: `${80 - (index % 3) * 14}%` }} />
            </div>
          ))}
        </aside>
      </div>
    </div>
  );
}
