import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { problemPage } from "@/components/errors";
import { PageViewer, readViewState } from "@/components/pages";
import { Link } from "@/components/ui/Link.tsx";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { ownedKeys } from "@/lib/next/queries/owned";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { requireOwner } from "@/lib/next/session";
import { pathValue, routes } from "@/lib/routes";

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
  if (pages.length === 0) return <NoPages documentId={id.data} words="none" count={0} />;
  if (pageNumber > pages.length) return <NoPages documentId={id.data} words="out" count={pages.length} />;

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

async function NoPages(props: { documentId: DocumentId; words: "none" | "out"; count: number }) {
  const t = await getWords("pages");
  return (
    <main className="page" id="main">
      <div className="err">
        <h1>{t(`${props.words}Title`)}</h1>
        <p>{t(props.words, { n: props.count })}</p>
      </div>
      <p className="row-acts mt-4">
        {props.count > 0 ? (
          <Link className="btn" href={routes.page(props.documentId, 1)}>
            {t("openFirst")}
          </Link>
        ) : null}
        <Link className="btn" href={routes.document(props.documentId)}>
          {t("openDocument")}
        </Link>
      </p>
    </main>
  );
}
