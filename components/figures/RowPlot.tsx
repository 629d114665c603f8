interface Props {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly Point[];
}

interface Point {
  readonly name: string;
  /** Short enough to stand beneath its bar. */
  readonly tick: string;
  /** Null is a gap: the line ends before it and begins anew behind it. */
  readonly value: number | null;
  readonly text: string;
}

const width = 760;
const height = 220;
const margin = { top: 26, right: 36, bottom: 30, left: 36 };

/** One row as bars, drawn on the server. The table beside it has the same figures, so a screen reader needs only its name. */
export function RowPlot({ title, unit, points: all }: Props) {
  // Gaps within the row are shown; before its first and after its last figure there is nothing to leave out.
  const known = all.flatMap(({ value }, at) => (value === null ? [] : [at]));
  const points = all.slice(known[0] ?? 0, (known.at(-1) ?? all.length - 1) + 1);
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const step = (width - margin.left - margin.right) / Math.max(1, points.length);
  const x = (at: number) => margin.left + step * (at + 0.5);
  const y = (value: number) => margin.top + ((high - value) / span) * (height - margin.top - margin.bottom);
  const bar = Math.min(56, step * 0.56);
  const spoken = points.map(({ name, text }) => `${name}: ${text}`).join("; ");
  return (
    <svg
      className="block h-auto w-full max-w-190 overflow-visible"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title} (${unit}). ${spoken}`}
    >
      <line x1={margin.left} x2={width - margin.right} y1={y(0)} y2={y(0)} className="stroke-line" />
      {points.map(({ name, tick, value, text }, at) => (
        <g key={at}>
          {value === null ? (
            <text x={x(at)} y={y(0) - 6} textAnchor="middle" className="fill-muted text-12">
              –
            </text>
          ) : (
            <>
              <rect
                x={x(at) - bar / 2}
                y={Math.min(y(0), y(value))}
                width={bar}
                height={Math.max(1, Math.abs(y(value) - y(0)))}
                className="fill-ai"
              >
                <title>{`${name}: ${text} ${unit}`}</title>
              </rect>
              <text
                x={x(at)}
                y={value < 0 ? y(value) + 14 : y(value) - 6}
                textAnchor="middle"
                className="fill-ink text-12 tabular-nums"
              >
                {text}
              </text>
            </>
          )}
          <text x={x(at)} y={height - 8} textAnchor="middle" className="fill-muted text-12">
            {tick}
          </text>
        </g>
      ))}
    </svg>
  );
}
