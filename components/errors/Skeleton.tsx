"use client";

import { useWords } from "@/lib/next/provider";

/** A placeholder as tall as the rows it stands in for, so that nothing moves when they load. It is not animated. */
export function Skeleton({ rows, rowPx = 52 }: { readonly rows: number; readonly rowPx?: number }) {
  const t = useWords("errors");
  return (
    <div
      className="*:grid *:content-center *:gap-2.25 *:border-b *:border-line"
      role="status"
      aria-label={t("loading")}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} style={{ height: rowPx }}>
          <i className="block h-2.25 rounded-seal bg-sunk" style={{ width: `${70 - ((row * 17) % 30)}%` }} />
          <i className="block h-1.75 rounded-seal bg-sunk" style={{ width: `${34 + ((row * 11) % 20)}%` }} />
        </div>
      ))}
    </div>
  );
}
