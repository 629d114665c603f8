"use client";
"use memo";

import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { priceHtml, sealHtml } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { useInner } from "@/components/ui/use-inner";
import { useSoftLinks } from "@/components/ui/use-soft-links";
import { isExact } from "@/lib/contract/prices";
import { type Html, html } from "@/lib/format/html";
import { keptHtml } from "@/lib/format/kept-html";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { routes } from "@/lib/routes";
import type { MapRow } from "@/lib/toc/prices";

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
  const { current } = props;
  const list = useRef<HTMLOListElement>(null);
  const inner = useRows(props);
  const follow = useSoftLinks();
  const open = (event: MouseEvent<HTMLElement>) => {
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    const link = event.target instanceof Element ? event.target.closest("a[data-id]") : null;
    if (plain && props.onGo(link?.getAttribute("data-id") ?? "")) event.preventDefault();
    follow(event);
  };
  useLayoutEffect(() => {
    for (const link of list.current?.querySelectorAll("a[data-id]") ?? []) {
      if (link.getAttribute("data-id") === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }, [current, inner]);
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

  const owned = props.rows.filter((row) => row.owned).length;
  return (
    <>
      <div className="ps-8 pe-5 pb-3">
        <Link className="text-12/ui" href={routes.document(props.documentId)} lang={props.language}>
          {props.title}
        </Link>
        <br />
        <span className="text-muted text-12/ui">{t("sectionsOwned", { owned, n: props.rows.length })}</span>
      </div>
      <ol ref={list} onClick={open} dangerouslySetInnerHTML={inner} />
    </>
  );
}

/** The rows as plain HTML, since a document has hundreds; the section that is read is marked on them. */
function useRows({ documentId, language, rows, current }: Props): { readonly __html: string } {
  const words = useWords("cost");
  const locale = useLocale();
  const [first] = useState(current);
  const text = useMemo(() => {
    const made = keptHtml(rows, `contents ${locale}`, () => {
      const parents = new Set(rows.flatMap((row) => row.ancestors.slice(0, 1)));
      // Where sizes are unknown every price is the same range, which is not worth repeating in each row.
      const showPrices = rows.some((row) => isExact(row.price));
      const cost = ({ id, owned, price }: MapRow): Html | undefined =>
        owned
          ? sealHtml(words("owned"), true)
          : showPrices && !parents.has(id)
            ? priceHtml(price, words("creditsUnit", { n: price.max }))
            : undefined;
      const each = rows.map((row) => {
        const told = locale !== "en" || row.titleEn === row.title ? null : row.titleEn;
        const gloss =
          told === null
            ? undefined
            : html`<span class="block text-12/4.5 font-normal text-muted" lang="en">${told}</span>`;
        const title = html`<span><span lang="${language}">${row.title ?? row.id}</span>${gloss}</span>`;
        return html`<li class="l${Math.min(Math.max(row.depth, 1), 3)}"><a href="${routes.section(documentId, row.id)}" data-id="${row.id}">${title}${cost(row)}</a></li>`;
      });
      return html`${each}`.text;
    });
    const here = html` data-id="${first}"`.text;
    return made.replace(here, () => `${here} aria-current="true"`);
  }, [documentId, language, rows, first, locale, words]);
  return useInner(text);
}
