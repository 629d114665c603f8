import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

type FigureWords = Words<WordKey<"figures">>;

/** Nothing is wrong with the package: it is read another time. */
function isReadLater(reason: string): boolean {
  return reason === "busy" || reason === "deadline_exceeded";
}

export function unreadTitle(reason: string, t: FigureWords): string {
  return t(isReadLater(reason) ? "readLaterTitle" : "unreadTitle");
}

export function unreadWords(reason: string, t: FigureWords): string {
  if (reason === "damaged") return t("damagedText");
  if (reason === "busy") return t("readLater");
  return reason === "deadline_exceeded" ? t("readTooLong") : t("unreadText", { reason });
}

/** Beside the package's name. */
export function unreadNote(reason: string, t: FigureWords): string {
  return t(reason === "busy" ? "laterHere" : reason === "deadline_exceeded" ? "lateHere" : "unreadHere");
}
