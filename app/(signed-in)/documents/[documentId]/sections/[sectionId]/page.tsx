import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { ErrorInPlace } from "@/components/errors";
import { FetchSectionAgain, Reader } from "@/components/reader";
import { Link } from "@/components/ui/Link.tsx";
import { UncertainPages } from "@/components/uncertain";
import { app } from "@/lib/app.server";
import { DocumentId, SectionId } from "@/lib/contract/ids";
import { contentPrice } from "@/lib/contract/prices";
import type { TocEntry } from "@/lib/contract/resources";
import { getWords, pickMessages, readerLanguage } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { ownedKeys } from "@/lib/next/queries/owned";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { requireOwner } from "@/lib/next/session";
import { getView } from "@/lib/next/view";
import type { ReadingFacts } from "@/lib/reading/reading-facts";
import { pathValue, routes } from "@/lib/routes";
import { cite } from "@/lib/text/format/citation";

interface Props {
  readonly params: Promise<{ readonly documentId: string; readonly sectionId: string }>;
}

async function placeIn(params: Props["params"]) {
  const path = await params;
  const documentId = DocumentId.safeParse(pathValue(path.documentId));
  const sectionId = SectionId.safeParse(pathValue(path.sectionId));
  if (!documentId.success || !sectionId.success) return undefined;
  return { documentId: documentId.data, sectionId: sectionId.data };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const place = await placeIn(params);
  if (place === undefined) return {};
  const facts = await app.findReadingFacts(await requireOwner(), place.documentId);
  if ("problem" in facts) return { title: place.documentId };
  const section = app.sectionOf(facts, place.sectionId);
  const { title, issuer_name } = facts.document;
  return { title: [section?.title, [title, issuer_name].filter(Boolean).join(" ")].filter(Boolean).join(" · ") };
}

export default async function SectionPage({ params }: Props) {
  const owner = await requireOwner();
  const asked = await placeIn(params);
  if (asked === undefined) notFound();
  const { documentId, sectionId } = asked;
  const facts = await app.findReadingFacts(owner, documentId);
  if ("problem" in facts) {
    if (facts.problem.status === 404) notFound();
    return (
      <main className="page" id="main">
        <ErrorInPlace problem={facts.problem} heading="h1" />
        <DocumentLink documentId={documentId} />
      </main>
    );
  }
  const { document } = facts;
  const section = app.sectionOf(facts, sectionId);
  if (section === undefined) {
    const now = app.sectionNow(facts.toc, sectionId);
    if (now !== undefined) redirect(routes.section(documentId, now));
    return <NoSection documentId={documentId} />;
  }

  const owned = await app.findOwned(owner, documentId);
  const isOwned = app.isSectionOwned(facts, owned, sectionId);
  const text = isOwned ? await app.findText(owner, facts, owned, sectionId) : undefined;
  if (isOwned && text === undefined) return <Unreadable facts={facts} section={section} />;

  const data = await app.readingData(owner, await readerLanguage(), facts, sectionId, text);
  // A printed address is useful only if others can reach it.
  const { publicOrigin } = app.running().settings;
  const url = publicOrigin === undefined ? "" : new URL(routes.section(documentId, sectionId), publicOrigin).href;
  const language = data.document.language === "ja" ? "ja" : "en";
  const place = { url, sectionTitle: section.title, page: data.placed[sectionId] ?? null };
  const citation = cite(document, place, "plain", language).trim();
  const client = makeQueryClient();
  client.setQueryData(ownedKeys.document(documentId), owned);
  const { face, size } = await getView();
  return (
    <WordsProvider {...(await pickMessages("reader", "share"))}>
      <Seeded state={client}>
        <Reader
          // The reader starts anew for another section, or when text has just been bought.
          key={`${documentId} ${data.whole ? "" : sectionId} ${data.flow.length > 0}`}
          data={data}
          view={{ face, size }}
          citation={citation}
          // A bought text says this itself.
          uncertain={text === undefined ? <UncertainPages {...facts} within={sectionId} /> : null}
        />
      </Seeded>
    </WordsProvider>
  );
}

async function NoSection({ documentId }: { documentId: DocumentId }) {
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

async function Unreadable({ facts, section }: { facts: ReadingFacts; section: TocEntry }) {
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

async function DocumentLink({ documentId }: { documentId: DocumentId }) {
  const t = await getWords("reader");
  return (
    <p className="row-acts mt-4">
      <Link className="btn" href={routes.document(documentId)}>
        {t("openDocument")}
      </Link>
    </p>
  );
}
