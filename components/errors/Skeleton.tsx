"use client";

import { useWords } from "@/lib/i18n/provider";

/** Stands where rows will be, as tall as they will be, so that nothing moves when they come. It does not shimmer. */
export function Skeleton({ rows, rowPx = 52 }: { readonly rows: number; readonly rowPx?: number }) {
  const t = useWords("errors");
  return (
    <div className="bones" role="status" aria-label={t("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} style={{ height: rowPx }}>
          <i style={{ width: `${70 - ((row * 17) % 30)}%` }} />
          <i style={{ width: `${34 + ((row * 11) % 20)}%` }} />
        </div>
      ))}
    </div>
  );
}
