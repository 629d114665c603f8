"use client";

import { useWords } from "@/lib/i18n/provider";

/** A placeholder as tall as the rows it stands in for, so that nothing moves when they load. It is not animated. */
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
