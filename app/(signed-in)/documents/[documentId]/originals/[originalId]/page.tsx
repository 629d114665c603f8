import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { problemPage } from "@/components/errors";
import { FileFacts, FileInPlace, MissingOriginal, PdfViewer, startPageOf } from "@/components/originals";
import { StandingNotice } from "@/components/standing";
import { app } from "@/lib/app.server";
import { DocumentId, OriginalId } from "@/lib/contract/ids";
import { pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly documentId: string; readonly originalId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

async function fileOf(params: Props["params"]) {
  const path = await params;
  const documentId = DocumentId.safeParse(pathValue(path.documentId));
  const originalId = OriginalId.safeParse(pathValue(path.originalId));
  if (!documentId.success || !originalId.success) notFound();
  const found = await app.findOriginal(await requireOwner(), documentId.data, originalId.data);
  return { documentId: documentId.data, originalId: originalId.data, found };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { documentId, found } = await fileOf(params);
  if (found === "gone" || "problem" in found) return { title: documentId };
  return { title: [found.fileName, found.document.title].filter(Boolean).join(" · ") };
}

export default async function OriginalPage({ params, searchParams }: Props) {
  const { found: file, ...at } = await fileOf(params);
  if (file === "gone") return <MissingOriginal documentId={at.documentId} />;
  if ("problem" in file) return problemPage(file.problem);
  const isPackage = app.packageAmong(file.originals, file.document)?.original_id === at.originalId;
  const facts = <FileFacts originalId={at.originalId} file={file} isPackage={isPackage} />;
  const notice = <StandingNotice document={file.document} />;
  const startPage = startPageOf((await searchParams)["page"]);
  return (
    <WordsProvider {...(await pickMessages("originals"))}>
      {file.body !== undefined && file.kind === "pdf" ? (
        <PdfViewer
          {...at}
          fileName={file.fileName}
          startPage={startPage}
          aside={
            <>
              {notice}
              {facts}
            </>
          }
        />
      ) : (
        <FileInPlace {...at} file={file} view={await app.fileView(file)} notice={notice} facts={facts} />
      )}
    </WordsProvider>
  );
}
