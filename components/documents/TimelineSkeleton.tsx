/** The placeholder of a timeline while it loads, of the same size and without animation. */
export function TimelineSkeleton({ rows = 12 }: { readonly rows?: number }) {
  return (
    <div aria-hidden="true" className="ghosts">
      <div className="sect-h">
        <span className="ghost" style={{ width: 220 }} />
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <div className={index % 3 === 0 ? "day" : "day cont"} key={index}>
          <span>{index % 3 === 0 ? <span className="ghost" style={{ width: 44 }} /> : null}</span>
          <div className="tl">
            <span className="ghost" style={{ width: 34 }} />
            <span className="ghost" style={{ width: 44 }} />
            <span className="two">
              <span className="ghost" style={{ width: `${78 - (index % 4) * 13}%` }} />
              <span className="ghost" style={{ width: `${36 - (index % 3) * 7}%` }} />
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}
