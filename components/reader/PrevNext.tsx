"use client";

import { useRouter } from "next/navigation";
import { OwnedSeal, PaidAction } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { SectionGloss } from "@/components/ui/SectionGloss";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { MapRow } from "@/lib/text/toc/prices";

export interface Neighbours {
  readonly before: MapRow | undefined;
  readonly after: MapRow | undefined;
}

/** The previous section, and the next one that is not inside this one. */
export function neighboursOf(rows: readonly MapRow[], sectionId: string): Neighbours {
  const at = rows.findIndex((row) => row.id === sectionId);
  if (at === -1) return { before: undefined, after: undefined };
  return {
    before: rows.slice(0, at).findLast((row) => !rows[at]?.ancestors.includes(row.id)) ?? rows[at - 1],
    after: rows.slice(at + 1).find((row) => !row.ancestors.includes(sectionId)),
  };
}

export function PrevNext(props: { documentId: string; language: string; neighbours: Neighbours }) {
  const t = useWords("reader");
  const { before, after } = props.neighbours;
  return (
    <nav
      className="mt-9 grid grid-cols-[repeat(auto-fit,minmax(min(100%,190px),1fr))] gap-4 border-t border-rule pt-3 *:grid *:content-start *:justify-items-start *:gap-0.5 *:last:justify-items-end *:last:text-end print:hidden"
      aria-label={t("sections")}
    >
      <div>
        {before === undefined ? null : (
          <Neighbour {...props} row={before}>
            {t("previous")} <kbd>[</kbd>
          </Neighbour>
        )}
      </div>
      <div>
        {after === undefined ? null : (
          <Neighbour {...props} row={after}>
            <kbd>]</kbd> {t("next")}
          </Neighbour>
        )}
      </div>
    </nav>
  );
}

function Neighbour(props: { documentId: string; language: string; row: MapRow; children: React.ReactNode }) {
  const { row } = props;
  const t = useWords("reader");
  const router = useRouter();
  const href = routes.section(props.documentId, row.id);
  const title = row.title ?? row.id;
  return (
    <>
      <span className="text-muted text-12/ui">{props.children}</span>
      <Link href={href} lang={props.language} className="min-h-6 content-center text-ink hover:text-ai">
        {title}
        <SectionGloss title={row.title} told={row.titleEn} />
      </Link>
      {row.owned ? (
        <OwnedSeal />
      ) : (
        <PaidAction
          action={{ kind: "sections", document_id: props.documentId, sections: [row.id] }}
          verb={t("readSection")}
          busyVerb={t("readingSection")}
          price={row.price}
          subject={title}
          subjectLang={props.language}
          size="sm"
          bare
          onBought={() => router.push(href)}
        />
      )}
    </>
  );
}
