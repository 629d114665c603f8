import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ErrorInPlace } from "@/components/errors";
import { NewsDetail } from "@/components/news";
import { requireOwner } from "@/lib/auth/session";
import { NewsId } from "@/lib/contract/ids";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { pathValue } from "@/lib/routes";
import { findNews, loadReferences } from "./news-data.ts";

interface Props {
  readonly params: Promise<{ readonly newsId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const newsId = NewsId.safeParse(pathValue((await params).newsId));
  const found = newsId.success ? await findNews(newsId.data) : undefined;
  const title = found !== undefined && "value" in found ? found.value.title : null;
  return { title: title ?? (await getWords("news"))("detail_untitled") };
}

export default async function NewsPage({ params }: Props) {
  await requireOwner();
  const newsId = NewsId.safeParse(pathValue((await params).newsId));
  if (!newsId.success) notFound();
  const found = await findNews(newsId.data);
  if ("problem" in found && found.problem.status === 404) notFound();
  return (
    <WordsProvider {...(await pickMessages("news", "share"))}>
      <main className="page" id="main">
        {"problem" in found ? (
          <ErrorInPlace problem={found.problem} heading="h1" />
        ) : (
          <NewsDetail news={found.value} referred={await loadReferences(found.value)} />
        )}
      </main>
    </WordsProvider>
  );
}
