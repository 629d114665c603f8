import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { problemPage } from "@/components/errors";
import { DocumentFigures, FiguresSkeleton } from "@/components/figures";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";
import { getLocale, getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";
import { SkeletonUntilLoaded } from "../../../SkeletonUntilLoaded.tsx";

interface Props {
  readonly params: Promise<{ readonly documentId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = DocumentId.safeParse(pathValue((await params).documentId));
  if (!id.success) return {};
  const t = await getWords("figures");
  const found = await app.findDocument(await requireOwner(), id.data);
  return { title: t("titleOf", { title: ("problem" in found ? null : found.value.title) ?? id.data }) };
}

export default async function FiguresPage({ params, searchParams }: Props) {
  const id = DocumentId.safeParse(pathValue((await params).documentId));
  if (!id.success) notFound();
  const { show, from } = await searchParams;
  return (
    <SkeletonUntilLoaded skeleton={<FiguresSkeleton />}>
      <Figures documentId={id.data} show={[show].flat()[0]} from={readFrom([from].flat()[0])} />
    </SkeletonUntilLoaded>
  );
}

function readFrom(text: string | undefined): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

interface Asked {
  readonly documentId: DocumentId;
  readonly show: string | undefined;
  readonly from: number;
}

async function Figures({ documentId, show, from }: Asked) {
  const owner = await requireOwner();
  const found = await app.findFiguresState(owner, documentId);
  if ("problem" in found) return problemPage(found.problem);
  const view = await app.loadFiguresView(owner, found, { show, from, lang: await getLocale() });
  const views = await app.findDocumentViews(owner, found.document);
  return (
    <WordsProvider {...(await pickMessages("share"))}>
      <main className="page" id="main">
        <DocumentFigures view={view} views={views} />
      </main>
    </WordsProvider>
  );
}
