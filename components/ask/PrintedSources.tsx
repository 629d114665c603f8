import { Unbroken } from "@/components/ui/Unbroken.tsx";
import { app } from "@/lib/app.server";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { Owner } from "@/lib/owners/owner";

/** On paper: the filings that an answer quotes, as they are cited elsewhere. */
export async function PrintedSources({ owner, answerId }: { readonly owner: Owner; readonly answerId: string }) {
  const t = await getWords("ask");
  const locale = await getLocale();
  const run = await app.ask.answerOf(owner, answerId);
  const ids = [...(run?.passages ?? []), ...(run?.figures ?? [])].map(({ document_id }) => document_id);
  const citations = await app.storedCitations(owner, ids, locale);
  if (citations.length === 0) return null;
  return (
    <section className="mt-6 hidden break-inside-avoid border-t border-line pt-1.5 text-[8pt]/[1.4] text-muted print:block">
      <h2 className="text-[8pt]/[1.4] font-semibold">{t("sources")}</h2>
      {citations.map((citation) => (
        <p key={citation} lang="ja">
          <Unbroken text={citation} />
        </p>
      ))}
    </section>
  );
}
