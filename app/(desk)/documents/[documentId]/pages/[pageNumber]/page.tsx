import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ErrorInPlace } from "@/components/errors";
import { pageBoxes, PageViewer, readViewState, type ViewerData } from "@/components/pages";
import { requireOwner } from "@/lib/auth/session";
import { DocumentId } from "@/lib/contract/ids";
import type { DocumentTocResponse } from "@/lib/contract/resources";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { ownedDocument } from "@/lib/purchases/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { makeQueryClient } from "@/lib/queries/client";
import { ownedKeys } from "@/lib/queries/owned";
import { pathValue, routes } from "@/lib/routes";
import { callFree } from "@/lib/upstream/call-free";
import { isProblem } from "@/lib/upstream/problem-error";

interface Props {
  readonly params: Promise<{ readonly documentId: string; readonly pageNumber: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** Owned pages open while the service is away: then what was last told about the document stands in. */
const findPages = cache(async (documentId: DocumentId) => {
  const owner = await requireOwner();
  const input = { document_id: documentId };
  const spender = spenderOf(owner);
  const { desk, rows } = purchases();
  const owned = ownedDocument(rows, spender, documentId);
  try {
    const [document, pages, toc] = await Promise.all([
      callFree(owner.upstream, "getDocument", input),
      callFree(owner.upstream, "listPageImages", input),
      callFree(owner.upstream, "getToc", input).catch(() => null),
    ]);
    return { document, pages, sections: sharesOf(toc), owned };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const card = desk.facts.card(spender.ownerId, spender.upstream, documentId);
    if (card?.summary == null || card.pages === null) return { problem: error.problem };
    return { document: card.summary, pages: card.pages, sections: sharesOf(card.toc), owned };
  }
});

/** Where each section begins, as a share of the text; a section counts with everything beneath it. */
function sharesOf(toc: DocumentTocResponse | null): ViewerData["sections"] {
  const entries = toc?.toc ?? [];
  const beneath = new Map<string, number>();
  for (const { parent_section_id: parent, character_count: count } of entries) {
    if (parent !== null) beneath.set(parent, (beneath.get(parent) ?? 0) + (count ?? 0));
  }
  let before = 0;
  const starts = entries.map((entry) => {
    const at = before;
    before += Math.max(0, (entry.character_count ?? 0) - (beneath.get(entry.section_id) ?? 0));
    return { id: entry.section_id, at };
  });
  return starts.map(({ id, at }) => ({ id, share: before === 0 ? 0 : at / before }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { documentId, pageNumber } = await params;
  const id = DocumentId.safeParse(pathValue(documentId));
  if (!id.success) return {};
  const found = await findPages(id.data);
  if ("problem" in found) return { title: id.data };
  const t = await getWords("pages");
  const { title, issuer_name } = found.document;
  return { title: [t("pageN", { n: pageNumber }), [title, issuer_name].filter(Boolean).join(" ")].join(" · ") };
}

export default async function DocumentPagePage({ params, searchParams }: Props) {
  await requireOwner();
  const path = await params;
  const id = DocumentId.safeParse(pathValue(path.documentId));
  const pageNumber = /^[1-9]\d{0,5}$/.test(path.pageNumber) ? Number(path.pageNumber) : undefined;
  if (!id.success || pageNumber === undefined) notFound();
  const found = await findPages(id.data);
  if ("problem" in found) {
    if (found.problem.status === 404) notFound();
    return (
      <main className="page" id="main">
        <ErrorInPlace problem={found.problem} heading="h1" />
      </main>
    );
  }
  const { document, sections, owned } = found;
  const pages = pageBoxes(found.pages.pages, found.pages.page_count ?? document.page_count);
  if (pages.length === 0) return <NoPages documentId={id.data} words="none" count={0} />;
  if (pageNumber > pages.length) return <NoPages documentId={id.data} words="out" count={pages.length} />;

  const query = await searchParams;
  const view = readViewState({ view: one(query["view"]), zoom: one(query["zoom"]), turn: one(query["turn"]) });
  const client = makeQueryClient();
  client.setQueryData(ownedKeys.document(id.data), owned);
  return (
    <WordsProvider {...(await pickMessages("pages"))}>
      <HydrationBoundary state={dehydrate(client)}>
        <PageViewer
          data={{ document: { ...document, language: document.language ?? "ja" }, pages, sections }}
          pageNumber={pageNumber}
          view={view}
        />
      </HydrationBoundary>
    </WordsProvider>
  );
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

async function NoPages(props: { documentId: DocumentId; words: "none" | "out"; count: number }) {
  const t = await getWords("pages");
  return (
    <main className="page" id="main">
      <div className="err">
        <h1>{t(`${props.words}Title`)}</h1>
        <p>{t(props.words, { n: props.count })}</p>
      </div>
      <p className="row-acts after-err">
        {props.count > 0 ? (
          <Link className="btn" href={routes.page(props.documentId, 1)} prefetch={false}>
            {t("openFirst")}
          </Link>
        ) : null}
        <Link className="btn" href={routes.document(props.documentId)} prefetch={false}>
          {t("openDocument")}
        </Link>
      </p>
    </main>
  );
}
