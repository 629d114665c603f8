import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { NoSection, Reader, SectionProblem, Unreadable } from "@/components/reader";
import { UncertainPages } from "@/components/uncertain";
import { app } from "@/lib/app.server";
import { DocumentId, SectionId } from "@/lib/contract/ids";
import { pickMessages, readerLanguage } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { ownedKeys } from "@/lib/next/queries/owned";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { requireOwner } from "@/lib/next/session";
import { getView } from "@/lib/next/view";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly documentId: string; readonly sectionId: string }>;
}

async function placeIn(params: Props["params"]) {
  const path = await params;
  const documentId = DocumentId.safeParse(pathValue(path.documentId));
  const sectionId = SectionId.safeParse(pathValue(path.sectionId));
  if (!documentId.success || !sectionId.success) notFound();
  return { documentId: documentId.data, sectionId: sectionId.data };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { documentId, sectionId } = await placeIn(params);
  return { title: await app.sectionTitle(await requireOwner(), documentId, sectionId) };
}

export default async function SectionPage({ params }: Props) {
  const { documentId, sectionId } = await placeIn(params);
  const page = await app.sectionPage(await requireOwner(), await readerLanguage(), documentId, sectionId);
  if (page.kind === "problem") return <SectionProblem documentId={documentId} problem={page.problem} />;
  if (page.kind === "moved") redirect(page.to);
  if (page.kind === "gone") return <NoSection documentId={documentId} />;
  if (page.kind === "unreadable") return <Unreadable {...page} />;
  const { facts, owned, data } = page;
  const client = makeQueryClient();
  client.setQueryData(ownedKeys.document(documentId), owned);
  const { face, size } = await getView();
  return (
    <WordsProvider {...(await pickMessages("reader", "share"))}>
      <Seeded state={client}>
        <Reader
          // The reader starts anew for another section, or when text has just been bought.
          key={`${documentId} ${data.whole ? "" : sectionId} ${data.flow.length > 0}`}
          data={data}
          view={{ face, size }}
          // A bought text says this itself.
          uncertain={page.isBought ? null : <UncertainPages {...facts} within={sectionId} />}
        />
      </Seeded>
    </WordsProvider>
  );
}
