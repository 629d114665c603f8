import type { ReactNode } from "react";
import type { DocumentId } from "@/lib/contract/ids";
import { getWords } from "@/lib/next/locale.server";
import type { FileView, ViewedOriginal } from "@/lib/reading/originals";
import { api } from "@/lib/routes";
import { BuyOriginal } from "./BuyOriginal";
import { EntryList } from "./EntryList";

interface FileProps {
  readonly documentId: DocumentId;
  readonly originalId: string;
  readonly file: ViewedOriginal;
}

interface FileInPlaceProps extends FileProps {
  readonly view: FileView;
  readonly notice: ReactNode;
  readonly facts: ReactNode;
}

/** The page of a file that is no PDF: its image or its list where it is owned, else its price. */
export function FileInPlace({ view, notice, facts, ...props }: FileInPlaceProps) {
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)_280px] items-start gap-x-12 max-md:block" id="main">
      <div>
        {notice}
        <h1 className="h-page mb-5 wrap-anywhere">{props.file.fileName}</h1>
        {view.kind === "unread" ? <FileToBuy {...props} /> : <OwnedFile {...props} view={view} />}
      </div>
      <aside className="max-md:mt-8 [&>section+section]:mt-8">{facts}</aside>
    </main>
  );
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

async function OwnedFile({ documentId, originalId, file, view }: FileProps & { readonly view: FileView }) {
  const t = await getWords("originals");
  if (view.kind === "archive") return <EntryList entries={view.entries} cut={view.cut} t={t} />;
  if (view.kind === "damaged archive") return <Message title={t("zipFailedTitle")}>{t("zipFailed")}</Message>;
  if (view.kind !== "image") return <Message title={t("otherTitle")}>{t("other")}</Message>;
  return (
    <img
      className="block h-auto max-w-full border border-line bg-sheet"
      src={api.ownedOriginal(documentId, originalId)}
      alt={file.fileName}
      width={view.width}
      height={view.height}
    />
  );
}

function Message({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="err">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
