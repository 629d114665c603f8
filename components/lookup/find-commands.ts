import type { Route } from "next";
import type { PaletteItem } from "@/components/keys";
import { fetchIssuers, issuersAtOnce } from "@/lib/next/queries/issuers";
import { fetchOwnApi } from "@/lib/next/queries/own-api";
import { api, routes } from "@/lib/routes";
import { findTarget } from "@/lib/text/format/find-target";
import { foldForLookup } from "@/lib/text/format/issuer-index";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";
import { knownIssuers, learnIssuers } from "./known-issuers.ts";
import { hrefOf } from "./options.ts";

const shownMax = 6;
const recentMax = 5;

/** Palette rows for issuers, pasted ids and what was read last, from the same index as the search field. */
export async function findCommands(
  question: string,
  signal: AbortSignal,
  t: Words<WordKey<"lookup">>,
  open: (href: Route) => void,
): Promise<readonly PaletteItem[]> {
  const known = knownIssuers();
  if (!known.knows(question)) {
    const issuers = await fetchIssuers(question, signal).catch(() => undefined);
    if (issuers !== undefined) {
      known.answered(question, issuers, issuers.length < issuersAtOnce);
      learnIssuers(issuers);
    }
  }
  const target = findTarget(question, window.location.origin);
  const pasted =
    target === undefined || target.kind === "issuer"
      ? []
      : [
          {
            id: "pasted",
            label: target.kind === "document" ? t("openDocument", { id: target.documentId }) : t("openPlace"),
            run: () => open(hrefOf(target)),
          },
        ];
  const issuers = known.search(question, shownMax).map(({ issuer }) => ({
    id: `issuer-${issuer.security_code}`,
    label: issuer.name,
    lang: "ja",
    note: [issuer.security_code, issuer.name_en].filter((part) => part !== null).join(" "),
    run: () => open(routes.issuer(issuer.security_code)),
  }));
  const figures = figureCommands(question, t).map(({ href, ...item }) => ({ ...item, run: () => open(href) }));
  const read = await recentlyRead(question, signal, t("recent"));
  return [...pasted, ...figures, ...issuers, ...read.map(({ href, ...item }) => ({ ...item, run: () => open(href) }))];
}

/** The pages of figures: of the document that is open, and of all owned packages. */
function figureCommands(question: string, t: Words<WordKey<"lookup">>) {
  const here = /^\/documents\/([A-Za-z0-9._:-]{1,128})(?:\/|$)/.exec(window.location.pathname)?.[1];
  const all = [
    ...(here === undefined ? [] : [{ id: "figures-here", label: t("figuresHere"), href: routes.figures(here) }]),
    { id: "figures-compared", label: t("figuresCompared"), href: routes.comparedFigures() },
  ];
  const wanted = foldForLookup(question);
  return all.filter(({ label }) => foldForLookup(`${label} XBRL figures 財務数値`).includes(wanted));
}

interface ReadPlace {
  readonly document_id: string;
  readonly section_id: string | null;
  readonly page_number: number | null;
  readonly title: string | null;
  readonly issuer_name: string | null;
  readonly place: string | null;
}

/** Places where reading stopped, matched by title, issuer or section. */
async function recentlyRead(question: string, signal: AbortSignal, note: string) {
  const answer = await fetchOwnApi<{ reading: readonly ReadPlace[] }>(api.reading(), { signal }).catch(() => undefined);
  const wanted = foldForLookup(question);
  const found = (answer?.reading ?? []).filter((each) =>
    foldForLookup([each.title, each.issuer_name, each.place].join(" ")).includes(wanted),
  );
  return found.slice(0, recentMax).map((each) => ({
    id: `read-${each.document_id}`,
    label: [each.issuer_name, each.title, each.place].filter((part) => part !== null).join(" "),
    lang: "ja",
    note,
    href: placeOf(each),
  }));
}

function placeOf({ document_id: id, section_id: section, page_number: page }: ReadPlace) {
  if (section !== null) return routes.section(id, section);
  return page === null ? routes.document(id) : routes.page(id, page);
}
