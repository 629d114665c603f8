import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentHead } from "@/components/document";
import { problemPage } from "@/components/errors";
import { FileList } from "@/components/originals";
import { StandingNotice } from "@/components/standing";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedOwnedDocument } from "@/lib/next/seeds/seed-owned";
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
  return { title: [t("files"), "problem" in found ? id.data : (found.value.title ?? id.data)].join(" · ") };
}

/** The files of a document as they were filed, each with its price or marked as owned. */
export default async function DocumentFilesPage({ params }: Props) {
  const id = DocumentId.safeParse(pathValue((await params).documentId));
  if (!id.success) notFound();
  const owner = await requireOwner();
  const found = await app.findDocument(owner, id.data);
  if ("problem" in found) return problemPage(found.problem);
  const document = found.value;
  const files = await app.findFiles(owner, document);
  if ("problem" in files) return problemPage(files.problem);
  const client = makeQueryClient();
  await seedOwnedDocument(client, owner, id.data);
  return (
    <WordsProvider {...(await pickMessages("originals"))}>
      <Seeded state={client}>
        <main className="page" id="main">
          <DocumentHead document={document} views={files.views} here="files" />
          <StandingNotice document={document} />
          <FileList
            documentId={document.document_id}
            title={document.title ?? document.document_id}
            lang={document.language ?? "ja"}
            xbrl={document.document_family === "edinet_filing"}
            originals={files.originals}
          />
        </main>
      </Seeded>
    </WordsProvider>
  );
}
