import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { problemPage } from "@/components/errors";
import { BuyOriginal, EntryList, FileFacts, MissingOriginal, PdfViewer } from "@/components/originals";
import { StandingNotice } from "@/components/standing";
import { app } from "@/lib/app.server";
import { DocumentId, OriginalId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import type { ViewedOriginal } from "@/lib/reading/originals";
import { api, pathValue } from "@/lib/routes";
import type { OpenedBody } from "@/lib/spending/ports";

interface Props {
  readonly params: Promise<{ readonly documentId: string; readonly originalId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const path = await params;
  const id = DocumentId.safeParse(pathValue(path.documentId));
  const originalId = OriginalId.safeParse(pathValue(path.originalId));
  if (!id.success || !originalId.success) return {};
  const found = await app.findOriginal(await requireOwner(), id.data, originalId.data);
  if (found === "gone" || "problem" in found) return { title: id.data };
  return { title: [found.fileName, found.document.title].filter(Boolean).join(" · ") };
}

export default async function OriginalPage({ params, searchParams }: Props) {
  const owner = await requireOwner();
  const path = await params;
  const id = DocumentId.safeParse(pathValue(path.documentId));
  const original_id = OriginalId.safeParse(pathValue(path.originalId));
  if (!id.success || !original_id.success) notFound();
  const originalId = original_id.data;
  const found = await app.findOriginal(owner, id.data, originalId);
  if (found === "gone") return <MissingOriginal documentId={id.data} />;
  if ("problem" in found) return problemPage(found.problem);
  const { body } = found;
  const facts = (
    <FileFacts
      document={found.document}
      original={found.original}
      originals={found.originals}
      originalId={originalId}
      isPackage={app.packageAmong(found.originals, found.document)?.original_id === originalId}
      storedAt={found.storedAtMs}
    />
  );
  const notice = <StandingNotice document={found.document} />;
  return (
    <WordsProvider {...(await pickMessages("originals"))}>
      {body !== undefined && found.kind === "pdf" ? (
        <PdfViewer
          documentId={id.data}
          originalId={originalId}
          fileName={found.fileName}
          startPage={startPage((await searchParams)["page"])}
          aside={
            <>
              {notice}
              {facts}
            </>
          }
        />
      ) : (
        <main className="page grid grid-cols-[minmax(0,1fr)_280px] items-start gap-x-12 max-md:block" id="main">
          <div>
            {notice}
            <h1 className="h-page mb-5 wrap-anywhere">{found.fileName}</h1>
            {body !== undefined ? (
              <OwnedFile src={api.ownedOriginal(id.data, originalId)} file={found} body={body} />
            ) : (
              <FileToBuy documentId={id.data} originalId={originalId} file={found} />
            )}
          </div>
          <aside className="max-md:mt-8 [&>section+section]:mt-8">{facts}</aside>
        </main>
      )}
    </WordsProvider>
  );
}

function startPage(asked: string | string[] | undefined): number {
  const page = Number(asked);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

interface FileProps {
  readonly documentId: DocumentId;
  readonly originalId: string;
  readonly file: ViewedOriginal;
}

async function FileToBuy({ documentId, originalId, file }: FileProps) {
  const t = await getWords("originals");
  const isDamaged = file.storedAtMs !== undefined;
  return (
    <div className="grid justify-items-start gap-3">
      {isDamaged ? (
        <Message title={t("damagedTitle")}>{t("damaged")}</Message>
      ) : (
        <p className="text-muted">{t("notOwned")}</p>
      )}
      <BuyOriginal
        documentId={documentId}
        originalId={originalId}
        subject={[file.document.title, file.fileName].filter(Boolean).join(", ")}
        language={file.document.language ?? "ja"}
        again={isDamaged}
      />
    </div>
  );
}

async function OwnedFile({ file, body, src }: { file: ViewedOriginal; body: OpenedBody; src: string }) {
  const t = await getWords("originals");
  if (file.kind === "zip") {
    const listing = await app.archiveEntries(body);
    if (listing === undefined) return <Message title={t("zipFailedTitle")}>{t("zipFailed")}</Message>;
    return <EntryList entries={listing.entries} cut={listing.cut} t={t} />;
  }
  // Shown at its own size, and only where its first bytes identify it as an image.
  const format = file.kind === "image" ? await app.imageFormat(body) : undefined;
  if (format === undefined) return <Message title={t("otherTitle")}>{t("other")}</Message>;
  return (
    <img
      className="block h-auto max-w-full border border-line bg-sheet"
      src={src}
      alt={file.fileName}
      width={format.width}
      height={format.height}
    />
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="err">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
