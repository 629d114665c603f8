import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentHead } from "@/components/document";
import { problemPage } from "@/components/errors";
import { PageGrid } from "@/components/pages";
import { StandingNotice } from "@/components/standing";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { ownedKeys } from "@/lib/next/queries/owned";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly documentId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = DocumentId.safeParse(pathValue((await params).documentId));
  if (!id.success) return {};
  const found = await app.findDocument(await requireOwner(), id.data);
  const t = await getWords("frame");
  return { title: [t("pages"), "problem" in found ? id.data : (found.value.title ?? id.data)].join(" · ") };
}

/** All pages of a document, each of them owned, for sale or not listed. */
export default async function DocumentPagesPage({ params }: Props) {
  const id = DocumentId.safeParse(pathValue((await params).documentId));
  if (!id.success) notFound();
  const owner = await requireOwner();
  const [document, found] = await Promise.all([app.findDocument(owner, id.data), app.findPages(owner, id.data)]);
  if ("problem" in document) return problemPage(document.problem);
  if ("problem" in found) return problemPage(found.problem);
  const views = await app.findDocumentViews(owner, document.value);
  const client = makeQueryClient();
  client.setQueryData(ownedKeys.document(id.data), found.owned);
  return (
    <WordsProvider {...(await pickMessages("pages"))}>
      <Seeded state={client}>
        <main className="page" id="main">
          <DocumentHead document={document.value} views={views} here="pages" />
          <StandingNotice document={document.value} />
          {found.data.pages.length === 0 ? <NoPages /> : <PageGrid data={found.data} />}
        </main>
      </Seeded>
    </WordsProvider>
  );
}

async function NoPages() {
  const t = await getWords("pages");
  return <p className="text-muted">{t("none")}</p>;
}
