import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { problemPage } from "@/components/errors";
import { ChangesView, readLook } from "@/components/redline";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly documentId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = DocumentId.safeParse(pathValue((await params).documentId));
  if (!id.success) return {};
  const t = await getWords("changes");
  const found = await app.findDocument(await requireOwner(), id.data);
  if ("problem" in found) return { title: t("title") };
  const { title, issuer_name } = found.value;
  return { title: [t("title"), [title, issuer_name].filter(Boolean).join(" ")].join(" · ") };
}

export default async function ChangesPage({ params, searchParams }: Props) {
  const owner = await requireOwner();
  const id = DocumentId.safeParse(pathValue((await params).documentId));
  if (!id.success) notFound();
  const { section, ...query } = await searchParams;
  const look = readLook(query);
  const found = await app.findDocument(owner, id.data);
  if ("problem" in found) return problemPage(found.problem);
  const document = found.value;
  const { locale, messages } = await pickMessages("changes", "share");
  const shownAs = { ...look, locale, messages: messages.changes ?? {} };
  return (
    <WordsProvider locale={locale} messages={messages}>
      <main className="page" id="main">
        <ChangesView
          document={document}
          views={await app.findDocumentViews(owner, document)}
          compared={await app.compareWithEarlier(owner, document, section, shownAs)}
          neighbours={await app.yearNeighbours(owner, document)}
          look={look}
        />
      </main>
    </WordsProvider>
  );
}
