import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CoverSkeleton, DocumentCover } from "@/components/document";
import { problemPage } from "@/components/errors";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";
import { getLocale, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedOwnedDocument } from "@/lib/next/seeds/seed-owned";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";
import { SkeletonUntilLoaded } from "../../SkeletonUntilLoaded.tsx";

interface Props {
  readonly params: Promise<{ readonly documentId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const documentId = DocumentId.safeParse(pathValue((await params).documentId));
  if (!documentId.success) return {};
  const found = await app.findDocument(await requireOwner(), documentId.data);
  if ("problem" in found) return { title: documentId.data };
  const { title, issuer_name } = found.value;
  return { title: [title ?? documentId.data, issuer_name].filter((part) => part !== null).join(" ") };
}

export default async function DocumentPage({ params }: Props) {
  const documentId = DocumentId.safeParse(pathValue((await params).documentId));
  if (!documentId.success) notFound();
  return (
    <SkeletonUntilLoaded skeleton={<CoverSkeleton />}>
      <OneDocument documentId={documentId.data} />
    </SkeletonUntilLoaded>
  );
}

async function OneDocument({ documentId }: { readonly documentId: DocumentId }) {
  const owner = await requireOwner();
  const found = await app.findDocument(owner, documentId);
  if ("problem" in found) return problemPage(found.problem);
  const cover = await app.loadDocumentOverview(owner, found.value, await getLocale());
  const changes = app.findChangesOfCover(owner.upstream, cover);
  const client = makeQueryClient();
  await seedOwnedDocument(client, owner, documentId);
  return (
    <WordsProvider {...(await pickMessages("document", "share"))}>
      <Seeded state={client}>
        <main className="page" id="main">
          <DocumentCover cover={cover} changes={changes} />
        </main>
      </Seeded>
    </WordsProvider>
  );
}
