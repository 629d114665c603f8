import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ErrorInPlace } from "@/components/errors";
import { NewsDetail } from "@/components/news";
import { requireOwner } from "@/lib/next/session";
import { NewsId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { makeQueryClient } from "@/lib/queries/client";
import { pathValue } from "@/lib/routes";
import { seedOwnedDocument } from "@/lib/seeds/seed-owned";
import { app } from "@/lib/app.server";
import type { ReferredDocument } from "@/lib/documents/news-references";
import { Seeded } from "@/lib/seeds/Seeded";

interface Props {
  readonly params: Promise<{ readonly newsId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const newsId = NewsId.safeParse(pathValue((await params).newsId));
  const found = newsId.success ? await app.findNews(await requireOwner(), newsId.data) : undefined;
  const title = found !== undefined && "value" in found ? found.value.title : null;
  return { title: title ?? (await getWords("news"))("detail_untitled") };
}

export default async function NewsPage({ params }: Props) {
  const owner = await requireOwner();
  const newsId = NewsId.safeParse(pathValue((await params).newsId));
  if (!newsId.success) notFound();
  const found = await app.findNews(owner, newsId.data);
  if ("problem" in found && found.problem.status === 404) notFound();
  const referred =
    "value" in found ? await app.loadReferences(owner, found.value) : new Map<string, ReferredDocument>();
  const client = makeQueryClient();
  for (const id of referred.keys()) await seedOwnedDocument(client, owner, id);
  return (
    <WordsProvider {...(await pickMessages("news", "share"))}>
      <Seeded state={client}>
        <main className="page" id="main">
          {"problem" in found ? (
            <ErrorInPlace problem={found.problem} heading="h1" />
          ) : (
            <NewsDetail news={found.value} referred={referred} />
          )}
        </main>
      </Seeded>
    </WordsProvider>
  );
}
