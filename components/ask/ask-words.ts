import { monthWords } from "@/components/ui/month-words.ts";
import { struckReasons } from "@/lib/features/ask/check-reasons";
import type { AnswerRun, FigureFact, Missing, PlanStep } from "@/lib/features/ask/record";
import { between } from "@/lib/text/format/between";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Locale, Words } from "@/lib/text/i18n/words";

export type AskWords = Words<WordKey<"ask">>;

/** So many headings name a step; the others are counted. */
const headingsShown = 4;

/** The words of a search, or the headings of sections. */
export function stepTitle(step: Pick<PlanStep, "kind" | "query" | "sections">, t: AskWords, locale: Locale): string {
  if (step.kind === "owned_figures") return t("ownedFigures");
  return step.query ?? headings(step.sections, t, locale);
}

export function headings(sections: readonly { readonly title: string }[], t: AskWords, locale: Locale): string {
  const shown = sections.slice(0, sections.length > headingsShown + 1 ? headingsShown : undefined);
  const left = sections.length - shown.length;
  return [...shown.map(({ title }) => title), ...(left === 0 ? [] : [t("moreSections", { n: left })])].join(
    between(locale),
  );
}

export function stepVerb(kind: PlanStep["kind"], t: AskWords): string {
  return t(kind.startsWith("owned_") ? "stepOwned" : kind === "search" ? "stepSearch" : "stepSections");
}

/** Why the sections of a step were chosen; each reason once, and the weakest only where there is no other. */
export function stepReason(step: Pick<PlanStep, "sections">, t: AskWords): string {
  const reasons = new Set(step.sections.map(({ why }) => why.reason));
  if (reasons.size > 1) reasons.delete("remaining");
  return [...reasons].map((reason) => t(`why_${reason}`)).join(t("listComma"));
}

export function struckWords(why: string | undefined, t: AskWords): string {
  const reason = struckReasons.find((each) => each === why);
  return t(reason === undefined ? "struck_other" : `struck_${reason}`);
}

export function isRunning(run: Pick<AnswerRun, "state">): boolean {
  return run.state === "running" || run.state === "planned";
}

/** Why it ended; nothing while it runs. */
export function becauseWords(
  { stopped_because: because, failure }: Pick<AnswerRun, "stopped_because" | "failure">,
  t: AskWords,
): string {
  if (because === null) return "";
  return because === "failed"
    ? t("because_failed", { code: failure?.code ?? "", id: failure?.id ?? "" })
    : t(`because_${because}`);
}

/** A period as it is stored: 2024-03, 2024 or FY2023. */
export function periodWords(period: string, t: AskWords, locale: Locale): string {
  const [, fiscal, year = "", month] = /^(FY)?(\d{4})(?:-(\d\d))?$/.exec(period) ?? [];
  if (year === "") return period;
  if (month !== undefined) return t("periodMonth", { date: monthWords(`${year}-${month}-01`, locale) });
  return t(fiscal === undefined ? "periodYear" : "periodFiscal", { year });
}

/** When a figure of a package is, and of whom. */
export function contextWords({ start, end, basis }: FigureFact, t: AskWords, locale: Locale): string {
  const time = periodWords(end.slice(0, 7), t, locale);
  return [start === null ? t("onDay", { day: end }) : time, basis === null ? null : t(`basis_${basis}`)]
    .filter((each) => each !== null)
    .join(t("listComma"));
}

/** For example "FANUC was not found: the next section costs 2". */
export function missingWords(
  { issuer_name, period, words, has_documents, credits }: Missing,
  t: AskWords,
  locale: Locale,
): string {
  const of = [issuer_name, period === null ? null : periodWords(period, t, locale)]
    .filter((each) => each !== null)
    .join(t("andOf"));
  const what = of === "" ? t("missingAnswer") : of;
  const end = !has_documents
    ? t("missingNoDocument", { what })
    : credits === null
      ? t("missingNotFound", { what })
      : t("missingNotBought", { what, n: credits });
  return words.length === 0 ? end : `${end}${t("missingCovers", { words: words.join(t("listComma")) })}`;
}

/** Only a run that looked at all it could may say that there is nothing. */
export function lookedToItsEnd({ stopped_because: because }: Pick<AnswerRun, "stopped_because">): boolean {
  return because === null || because === "evidence" || because === "budget" || because === "nothing_left";
}
