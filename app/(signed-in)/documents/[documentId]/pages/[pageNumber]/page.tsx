import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { problemPage } from "@/components/errors";
import { NoPages, PageViewer, readViewState } from "@/components/pages";
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
  readonly params: Promise<{ readonly documentId: string; readonly pageNumber: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { documentId, pageNumber } = await params;
  const id = DocumentId.safeParse(pathValue(documentId));
  if (!id.success) return {};
  const found = await app.findPages(await requireOwner(), id.data);
  if ("problem" in found) return { title: id.data };
  const t = await getWords("pages");
  const { title, issuer_name } = found.data.document;
  return { title: [t("pageN", { n: pageNumber }), [title, issuer_name].filter(Boolean).join(" ")].join(" · ") };
}

export default async function DocumentPagePage({ params, searchParams }: Props) {
  const owner = await requireOwner();
  const path = await params;
  const id = DocumentId.safeParse(pathValue(path.documentId));
  const pageNumber = /^[1-9]\d{0,5}$/.test(path.pageNumber) ? Number(path.pageNumber) : undefined;
  if (!id.success || pageNumber === undefined) notFound();
  const found = await app.findPages(owner, id.data);
  if ("problem" in found) return problemPage(found.problem);
  const { data, owned } = found;
  const { pages } = data;
  if (pageNumber > pages.length)
    return <NoPages words={await getWords("pages")} documentId={id.data} count={pages.length} />;
  const query = await searchParams;
  const view = readViewState({ view: one(query["view"]), zoom: one(query["zoom"]), turn: one(query["turn"]) });
  const client = makeQueryClient();
  client.setQueryData(ownedKeys.document(id.data), owned);
  return (
    <WordsProvider {...(await pickMessages("pages"))}>
      <Seeded state={client}>
        <PageViewer data={data} pageNumber={pageNumber} view={view} />
      </Seeded>
    </WordsProvider>
  );
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
