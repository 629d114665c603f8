import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { ErrorInPlace } from "@/components/errors";
import { BuyOriginal, EntryList, PdfViewer } from "@/components/originals";
import { listZip } from "@/lib/archives/list-zip";
import { requireOwner } from "@/lib/auth/session";
import { DocumentId, OriginalId } from "@/lib/contract/ids";
import type { DocumentSummary, Original } from "@/lib/contract/resources";
import { fileSize } from "@/lib/format/amounts";
import { jstDateTime } from "@/lib/format/dates";
import { identifyImage, imageHeadBytes } from "@/lib/format/image-format";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { headOf } from "@/lib/purchases/owned";
import type { OpenedBody } from "@/lib/purchases/ports";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { api, pathValue, routes } from "@/lib/routes";
import { callFree } from "@/lib/upstream/call-free";
import { isProblem } from "@/lib/upstream/problem-error";

interface Props {
  readonly params: Promise<{ readonly documentId: string; readonly originalId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** Owned files open while the service is away: then what was last told about the document stands in. */
const findOriginal = cache(async (documentId: DocumentId, originalId: string) => {
  const owner = await requireOwner();
  const { ownerId, upstream } = spenderOf(owner);
  const { desk, rows } = purchases();
  const artifact = rows.artifacts.originalOf(ownerId, upstream, documentId, originalId);
  const readable = artifact?.unreadable === null ? artifact : undefined;
  const input = { document_id: documentId };
  try {
    const [document, listed] = await Promise.all([
      callFree(owner.upstream, "getDocument", input),
      callFree(owner.upstream, "listOriginals", input),
    ]);
    return { document, originals: listed.originals, artifact: readable };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const card = desk.facts.card(ownerId, upstream, documentId);
    if (card?.summary == null) return { problem: error.problem };
    return { document: card.summary, originals: card.originals?.originals ?? [], artifact: readable };
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const path = await params;
  const id = DocumentId.safeParse(pathValue(path.documentId));
  const originalId = OriginalId.safeParse(pathValue(path.originalId));
  if (!id.success || !originalId.success) return {};
  const found = await findOriginal(id.data, originalId.data);
  if ("problem" in found) return { title: id.data };
  const original = found.originals.find((each) => each.original_id === originalId.data);
  return {
    title: [original?.file_name ?? originalId.data, found.document.title].filter(Boolean).join(" · "),
  };
}

export default async function OriginalPage({ params, searchParams }: Props) {
  await requireOwner();
  const path = await params;
  const id = DocumentId.safeParse(pathValue(path.documentId));
  const original_id = OriginalId.safeParse(pathValue(path.originalId));
  if (!id.success || !original_id.success) notFound();
  const originalId = original_id.data;
  const found = await findOriginal(id.data, originalId);
  if ("problem" in found) {
    if (found.problem.status === 404) notFound();
    return (
      <main className="page" id="main">
        <ErrorInPlace problem={found.problem} heading="h1" />
      </main>
    );
  }
  const { document, originals, artifact } = found;
  const original = originals.find((each) => each.original_id === originalId);
  if (original === undefined && artifact === undefined) return <Gone documentId={id.data} />;

  const fileName = original?.file_name ?? artifact?.file_name ?? originalId;
  const kind = kindOf(original?.media_type ?? artifact?.media_type ?? null, fileName);
  const facts = (
    <FileFacts
      document={document}
      original={original}
      originals={originals}
      originalId={originalId}
      storedAt={artifact?.stored_at}
    />
  );
  const messages = await pickMessages("originals");
  const body = artifact === undefined ? undefined : await purchases().deps.bodies.open(artifact.sha256);
  if (body !== undefined && kind === "pdf") {
    const page = Number((await searchParams)["page"]);
    return (
      <WordsProvider {...messages}>
        <PdfViewer
          documentId={id.data}
          originalId={originalId}
          fileName={fileName}
          startPage={Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1}
          aside={facts}
        />
      </WordsProvider>
    );
  }
  const t = await getWords("originals");
  return (
    <WordsProvider {...messages}>
      <main className="page original" id="main">
        <div>
          <h1 className="h-page file-name">{fileName}</h1>
          {body === undefined ? (
            <div className="stack">
              {artifact === undefined ? (
                <p className="muted">{t("notOwned")}</p>
              ) : (
                <Said title={t("damagedTitle")}>{t("damaged")}</Said>
              )}
              <BuyOriginal
                documentId={id.data}
                originalId={originalId}
                subject={[document.title, fileName].filter(Boolean).join(", ")}
                language={document.language ?? "ja"}
                again={artifact !== undefined}
              />
            </div>
          ) : kind === "zip" ? (
            <Entries body={body} />
          ) : kind === "image" ? (
            <Picture body={body} src={api.ownedOriginal(id.data, originalId)} name={fileName} />
          ) : (
            <Said title={t("otherTitle")}>{t("other")}</Said>
          )}
        </div>
        <aside>{facts}</aside>
      </main>
    </WordsProvider>
  );
}

function kindOf(mediaType: string | null, fileName: string): "pdf" | "zip" | "image" | "other" {
  if (mediaType?.includes("pdf") === true || /\.pdf$/i.test(fileName)) return "pdf";
  if (mediaType?.includes("zip") === true || /\.zip$/i.test(fileName)) return "zip";
  return mediaType?.startsWith("image/") === true ? "image" : "other";
}

async function Entries({ body }: { body: OpenedBody }) {
  const t = await getWords("originals");
  const listing = await listZip(body);
  if (listing === undefined) return <Said title={t("zipFailedTitle")}>{t("zipFailed")}</Said>;
  return <EntryList entries={listing.entries} cut={listing.cut} t={t} />;
}

/** Drawn at its own size, and only where its first bytes say that it is an image. */
async function Picture({ body, src, name }: { body: OpenedBody; src: string; name: string }) {
  const t = await getWords("originals");
  const format = identifyImage(await headOf(body, imageHeadBytes));
  if (format === undefined) return <Said title={t("otherTitle")}>{t("other")}</Said>;
  return <img className="picture" src={src} alt={name} width={format.width} height={format.height} />;
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="err">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

async function FileFacts(props: {
  document: DocumentSummary;
  original: Original | undefined;
  originals: readonly Original[];
  originalId: string;
  storedAt: number | undefined;
}) {
  const t = await getWords("originals");
  const { document, original, storedAt } = props;
  const others = props.originals.filter((each) => each.original_id !== props.originalId);
  const byteSize = original?.byte_size ?? null;
  return (
    <>
      <section className="sect">
        <div className="sect-h">
          <h2>{t("file")}</h2>
        </div>
        <dl className="facts">
          <dt>{t("type")}</dt>
          <dd>{original?.media_type ?? props.originalId}</dd>
          <dt>{t("size")}</dt>
          <dd>{byteSize === null ? t("sizeUnknown") : fileSize(byteSize)}</dd>
          {storedAt === undefined ? null : (
            <>
              <dt>{t("fetched")}</dt>
              <dd>{jstDateTime(storedAt).slice(0, 16).replace("T", " ")} JST</dd>
            </>
          )}
        </dl>
        {storedAt === undefined ? null : (
          <>
            <p className="row-acts after-err">
              <a className="btn" href={api.ownedOriginal(document.document_id, props.originalId)} download>
                {t("download")}
              </a>
            </p>
            <p className="after">{t("freeNote")}</p>
          </>
        )}
      </section>
      <section className="sect">
        <div className="sect-h">
          <h2>{t("document")}</h2>
        </div>
        <p>
          <Link href={routes.document(document.document_id)} lang={document.language ?? "ja"} prefetch={false}>
            {document.title ?? document.document_id}
          </Link>
          <br />
          <span className="muted" lang={document.language ?? "ja"}>
            {document.issuer_name}
          </span>{" "}
          <span className="muted">{document.security_code}</span>
        </p>
      </section>
      {others.length === 0 ? null : (
        <section className="sect">
          <div className="sect-h">
            <h2>{t("others")}</h2>
          </div>
          <ul>
            {others.map((each) => (
              <li key={each.original_id}>
                <Link href={routes.original(document.document_id, each.original_id)} prefetch={false}>
                  {each.file_name ?? each.original_id}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

async function Gone({ documentId }: { documentId: DocumentId }) {
  const t = await getWords("originals");
  return (
    <main className="page" id="main">
      <div className="err">
        <h1>{t("goneTitle")}</h1>
        <p>{t("gone")}</p>
      </div>
      <p className="row-acts after-err">
        <Link className="btn" href={routes.document(documentId)} prefetch={false}>
          {t("openDocument")}
        </Link>
      </p>
    </main>
  );
}
