import { notFound } from "next/navigation";
import { ErrorInPlace } from "@/components/errors";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentId } from "@/lib/contract/ids";
import { contentPrice } from "@/lib/contract/prices";
import type { TocEntry } from "@/lib/contract/resources";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import type { ReadingFacts } from "@/lib/reading/reading-facts";
import { routes } from "@/lib/routes";
import type { UpstreamProblem } from "@/lib/upstream/problem-error";
import { FetchSectionAgain } from "./FetchSectionAgain";

/** In place of a section that its document no longer has. */
export async function NoSection({ documentId }: { readonly documentId: DocumentId }) {
  const t = await getWords("reader");
  return (
    <main className="page" id="main">
      <div className="err">
        <h1>{t("sectionGoneTitle")}</h1>
        <p>{t("sectionGone")}</p>
      </div>
      <DocumentLink documentId={documentId} />
    </main>
  );
}

/** In place of a section where its document can't be loaded. */
export function SectionProblem(props: { readonly documentId: DocumentId; readonly problem: UpstreamProblem }) {
  if (props.problem.status === 404) notFound();
  return (
    <main className="page" id="main">
      <ErrorInPlace problem={props.problem} heading="h1" />
      <DocumentLink documentId={props.documentId} />
    </main>
  );
}

/** In place of a section that is owned, and whose bytes are damaged. */
export async function Unreadable({ facts, section }: { readonly facts: ReadingFacts; readonly section: TocEntry }) {
  const t = await getWords("reader");
  const { document_id: documentId, language } = facts.document;
  return (
    <WordsProvider {...(await pickMessages("reader", "share"))}>
      <main className="page" id="main">
        <div className="err">
          <h1>{t("unreadableTitle")}</h1>
          <p>{t("unreadable")}</p>
        </div>
        <div className="mt-4">
          <FetchSectionAgain
            documentId={documentId}
            sectionId={section.section_id}
            title={section.title ?? section.section_id}
            language={language}
            price={contentPrice(facts.toc.content_tiers, section.character_count)}
          />
        </div>
        <DocumentLink documentId={documentId} />
      </main>
    </WordsProvider>
  );
}

async function DocumentLink({ documentId }: { readonly documentId: DocumentId }) {
  const t = await getWords("reader");
  return (
    <p className="row-acts mt-4">
      <Link className="btn" href={routes.document(documentId)}>
        {t("openDocument")}
      </Link>
    </p>
  );
}
