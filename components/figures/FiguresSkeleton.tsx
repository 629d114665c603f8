/** The placeholder while figures are read, of the size of a statement. */
export function FiguresSkeleton() {
  return (
    <div aria-hidden="true">
      <p className="h-filed">
        <span className="ghost tall" style={{ width: "42%" }} />
      </p>
      <p className="mt-0.5 mb-6 text-14">
        <span className="ghost" style={{ width: "30%" }} />
      </p>
      {Array.from({ length: 18 }, (_, at) => (
        <div className="border-b border-line leading-6.75" key={at}>
          <span className="ghost" style={{ width: `${88 - (at % 4) * 5}%` }} />
        </div>
      ))}
    </div>
  );
}
