"use client";

import { memo, useLayoutEffect, useRef, useState } from "react";
import { RowChangesIn, tellsChanges } from "@/components/changes-row";
import type { RowWords } from "@/components/ui/reading-cost";
import { type DocumentInList, type DocumentRowHtml, documentRow, notesComment } from "./document-row.ts";
import { rowLook } from "./row-look.ts";

interface Props extends DocumentInList {
  readonly words: RowWords;
}

/**
 * A document in a timeline. It is plain HTML, since a list has hundreds of them. Rendered again
 * only where it changes: a list is whenever more of it is loaded, and the rows in view stay as they are.
 */
export const TimelineDocument = memo(function TimelineDocument({ words, ...props }: Props) {
  const row = documentRow(props, words);
  const { start, head, rest } = row.fixed;
  return <PlainRow key={start + head + rest} row={row} first={props.first} document={props.document} />;
});

function PlainRow({ row, first, document }: { readonly row: DocumentRowHtml } & Pick<Props, "first" | "document">) {
  const box = useRef<HTMLDivElement>(null);
  const [inner] = useState(() => ({ __html: row.html }));
  const shown = useRef(row);
  useLayoutEffect(() => {
    if (box.current !== null) showChanges(box.current, shown.current, row);
    shown.current = row;
  }, [row]);
  return (
    <>
      <div
        ref={box}
        className={first ? `${rowLook.grid} border-t border-line` : rowLook.grid}
        // A browser writes the same HTML in its own way.
        suppressHydrationWarning
        dangerouslySetInnerHTML={inner}
      />
      {tellsChanges(document) ? <RowChangesIn documentId={document.document_id} row={box} /> : null}
    </>
  );
}

/** Where the row stands and what is owned of it; all else stays as it is, and with it the focus. */
function showChanges(box: HTMLElement, before: DocumentRowHtml, now: DocumentRowHtml): void {
  if (now.notes !== before.notes) writeNotes(box, now.notes);
  const cost = box.querySelector("[data-cost]");
  if (now.cost !== before.cost && cost !== null) cost.innerHTML = now.cost;
  if (now.position === before.position && now.total === before.total) return;
  const article = box.querySelector("article");
  article?.setAttribute("aria-posinset", String(now.position));
  article?.setAttribute("aria-setsize", String(now.total));
}

function writeNotes(box: HTMLElement, text: string): void {
  const line = box.querySelector(".two > span");
  const mark = [...(line?.childNodes ?? [])].find((node) => node instanceof Comment && node.data === notesComment);
  if (!(mark instanceof Comment)) return;
  if (mark.nextSibling instanceof Text) mark.nextSibling.remove();
  mark.after(text);
}
