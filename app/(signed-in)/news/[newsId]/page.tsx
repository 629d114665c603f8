import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ErrorInPlace } from "@/components/errors";
import { NewsDetail } from "@/components/news";
import { app } from "@/lib/app.server";
import { NewsId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedOwnedDocument } from "@/lib/next/seeds/seed-owned";
import { requireOwner } from "@/lib/next/session";
import type { ReferredDocument } from "@/lib/reading/news-references";
import { pathValue } from "@/lib/routes";

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
    <WordsProvider {...(await pickMessages("share"))}>
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
