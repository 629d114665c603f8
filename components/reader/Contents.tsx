"use client";
"use memo";

import { type MouseEvent, memo, useEffect, useRef } from "react";
import { OwnedSeal, Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { SectionGloss } from "@/components/ui/SectionGloss";
import { isExact } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { MapRow } from "@/lib/text/toc/prices";

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly language: string;
  readonly rows: readonly MapRow[];
  readonly current: string;
  /** Scrolls to a section within the same flow without loading a page; false where the section is not in it. */
  readonly onGo: (sectionId: string) => boolean;
}

/** The table of contents beside the text; it follows the reading position. It shows prices but never spends. */
export function Contents(props: Props) {
  const t = useWords("reader");
  const { rows, current } = props;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(current)}"]`);
    const pane = here?.closest<HTMLElement>("[data-pane]");
    if (here === undefined || here === null || pane === undefined || pane === null) return;
    // Scrolls the pane only: scrollIntoView would also scroll the window on narrow screens.
    const box = here.getBoundingClientRect();
    const view = pane.getBoundingClientRect();
    if (box.top < view.top + 40 || box.bottom > view.bottom - 40) {
      pane.scrollTop += box.top - view.top - view.height / 3;
    }
  }, [current]);

  const owned = rows.filter((row) => row.owned).length;
  const parents = new Set(rows.flatMap((row) => row.ancestors.slice(0, 1)));
  // Without sizes every price is the same range, which is not worth repeating in each row.
  const showPrices = rows.some((row) => isExact(row.price));
  return (
    <>
      <div className="ps-8 pe-5 pb-3">
        <Link className="text-12/ui" href={routes.document(props.documentId)} lang={props.language}>
          {props.title}
        </Link>
        <br />
        <span className="text-muted text-12/ui">{t("sectionsOwned", { owned, n: rows.length })}</span>
      </div>
      <ol ref={list}>
        {rows.map((row) => (
          <Row
            key={row.id}
            documentId={props.documentId}
            language={props.language}
            row={row}
            onGo={props.onGo}
            isCurrent={row.id === current}
            showPrice={showPrices && !parents.has(row.id)}
          />
        ))}
      </ol>
    </>
  );
}

/** Rendered again only where it changes: a document has hundreds, and the mark follows the reading. */
const Row = memo(function Row(props: {
  readonly documentId: string;
  readonly language: string;
  readonly row: MapRow;
  readonly onGo: Props["onGo"];
  readonly isCurrent: boolean;
  readonly showPrice: boolean;
}) {
  const { row } = props;
  const go = (event: MouseEvent<HTMLElement>) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    if (isPlain && props.onGo(row.id)) event.preventDefault();
  };
  return (
    <li className={`l${Math.min(Math.max(row.depth, 1), 3)}`}>
      <Link
        href={routes.section(props.documentId, row.id)}
        data-id={row.id}
        onClick={go}
        aria-current={props.isCurrent ? "true" : undefined}
      >
        <span>
          <span lang={props.language}>{row.title ?? row.id}</span>
          <SectionGloss title={row.title} told={row.titleEn} />
        </span>
        {row.owned ? <OwnedSeal compact /> : props.showPrice ? <Price {...row.price} /> : null}
      </Link>
    </li>
  );
});
