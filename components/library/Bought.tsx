"use client";

import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { between } from "@/lib/text/format/between";
import { type BoughtItem, linkOf } from "./row-links.ts";

export interface BoughtDescription extends BoughtItem {
  readonly subject: string | null;
  readonly document_title: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly hit_count: number | null;
  /** The document lacks parts that it announces: what was bought of it is not the whole. */
  readonly parts_missing?: boolean;
}

/** Two lines: what was bought, a link to it, and what it is part of, unless that stands above it. */
export function Bought({ thing, within = false }: { thing: BoughtDescription; within?: boolean }) {
  const title = useTitle(thing, within);
  const locale = useLocale();
  const around = within ? [] : [thing.document_title, thing.issuer_name];
  const under = around.filter((each) => each !== null && each !== title.text);
  return (
    <span className="two">
      <Link href={linkOf(thing)} lang={title.ours ? undefined : "ja"}>
        {title.text}
      </Link>
      {thing.document_id === null ? (
        <QuestionWords thing={thing} />
      ) : under.length === 0 ? null : (
        <span>
          <span lang="ja">{under.join(between(locale))}</span>
          <IssuerGloss name={thing.issuer_name_en} />
        </span>
      )}
    </span>
  );
}

function useTitle(thing: BoughtDescription, within: boolean): { text: string; ours: boolean } {
  const t = useWords("library");
  const cost = useWords("cost");
  if (thing.page_number !== null) return { text: t("page", { n: String(thing.page_number) }), ours: true };
  if (thing.subject !== null) return { text: thing.subject, ours: false };
  const all = t(thing.parts_missing === true ? "allThere" : "wholeDocument");
  if (thing.kind === "content" && within) return { text: all, ours: true };
  if (thing.kind === "content") return { text: thing.document_title ?? all, ours: false };
  return { text: cost(`kind_${thing.kind}`), ours: true };
}

function QuestionWords({ thing }: { readonly thing: BoughtDescription }) {
  const t = useWords("library");
  const cost = useWords("cost");
  const locale = useLocale();
  const match =
    thing.input?.["match_type"] === "lexical"
      ? t("lexical")
      : thing.input?.["match_type"] === undefined
        ? null
        : t("evidence");
  const found =
    thing.hit_count === null
      ? null
      : thing.hit_count === 0 && thing.kind !== "list_news"
        ? t("nothingFound")
        : t(thing.kind === "search_documents" ? "passages" : "statements", { n: thing.hit_count });
  return (
    <span>{[cost(`kind_${thing.kind}`), match, found].filter((each) => each !== null).join(between(locale))}</span>
  );
}
