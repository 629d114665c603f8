import { Marked } from "./Marked.tsx";
import { passageRows } from "./passage-rows.ts";

/** Words of a filing as they were delivered; rows of a table stand as a table. */
export function PassageWords({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const rows = passageRows(text);
  if (rows !== undefined) {
    return (
      <div className="overflow-x-auto border-s-2 border-ai ps-4">
        <table className="text-13/5 tabular-nums" lang="ja">
          <tbody>
            {rows.map((cells, row) => (
              <tr className="not-last:border-b not-last:border-line" key={row}>
                {cells.map((cell, column) => (
                  <td
                    className={`py-1 pe-6 align-baseline last:pe-0 ${column > 0 && isFigure(cell) ? "text-end" : ""} ${[...cell].length <= unbrokenMax ? "whitespace-nowrap" : "min-w-[8em]"}`}
                    key={column}
                  >
                    <Marked text={cell} words={words} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return (
    <blockquote
      className="m-0 max-w-[44em] border-s-2 border-ai ps-4 font-reading text-16/7 whitespace-pre-wrap [overflow-wrap:anywhere]"
      lang="ja"
    >
      <Marked text={text.trim()} words={words} />
    </blockquote>
  );
}

/** Cells up to this many characters stay in one line; a wide row is scrolled. */
const unbrokenMax = 16;

function isFigure(cell: string): boolean {
  return (
    /^[△▲\-−(（]?\s*[\d０-９][\d０-９,，.．]*\s*(?:[%％)）]|百万円|千円|円|株|名|人)?$/.test(cell) ||
    /^[－―-]$/.test(cell)
  );
}
