/** The placeholder while figures are read, of the size of a statement. */
export function FiguresSkeleton() {
  return (
    <div aria-hidden="true">
      <p className="crumbs">
        <span className="ghost" style={{ width: 240 }} />
      </p>
      <p className="h-filed">
        <span className="ghost tall" style={{ width: "42%" }} />
      </p>
      <p className="mt-0.5 mb-3 text-14">
        <span className="ghost" style={{ width: "30%" }} />
      </p>
      <p className="mb-5 border-b border-line pt-1.5 pb-2.5">
        <span className="ghost" style={{ width: 320 }} />
      </p>
      {Array.from({ length: 18 }, (_, at) => (
        <div className="border-b border-line leading-6.75" key={at}>
          <span className="ghost" style={{ width: `${88 - (at % 4) * 5}%` }} />
        </div>
      ))}
    </div>
  );
}
