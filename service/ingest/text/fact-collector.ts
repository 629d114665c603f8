import type { Fact, Period } from "./blocks.ts";

const valueLengthMax = 2_000;
const factsMax = 20_000;

/** Collects from inline XBRL the facts about the document itself: DEI, cover page, TDnet summary. */
export class FactCollector {
  readonly facts: Fact[] = [];
  readonly contexts = new Map<string, Period>();
  readonly #open: { name: string; context: string; value: string }[] = [];
  #contextId: string | undefined;
  #date: "start" | "end" | undefined;
  #dateText = "";

  /** True where `close` must be called for the element. */
  open(element: string, attributes: Record<string, string>): boolean {
    if (element === "ix:nonnumeric" || element === "ix:nonfraction") {
      const name = attributes["name"] ?? "";
      if (!isDocumentFact(name) || this.facts.length >= factsMax) return false;
      this.#open.push({ name, context: attributes["contextref"] ?? "", value: "" });
      return true;
    }
    if (element === "xbrli:context") this.#contextId = attributes["id"];
    const date = element === "xbrli:startdate" ? "start" : datesOfEnd.has(element) ? "end" : undefined;
    if (date === undefined) return false;
    this.#date = date;
    this.#dateText = "";
    return true;
  }

  text(text: string): void {
    if (this.#date !== undefined) this.#dateText += text;
    for (const fact of this.#open) if (fact.value.length < valueLengthMax) fact.value += text;
  }

  close(): void {
    if (this.#date !== undefined) {
      const id = this.#contextId;
      if (id !== undefined) {
        const known = this.contexts.get(id) ?? { start: undefined, end: undefined };
        this.contexts.set(id, { ...known, [this.#date]: this.#dateText.trim() });
      }
      this.#date = undefined;
      return;
    }
    const fact = this.#open.pop();
    if (fact === undefined) return;
    const value = fact.value.replace(/[ \t\r\n\u00a0]+/g, " ").trim();
    if (value !== "") this.facts.push({ name: fact.name, context: fact.context, value });
  }
}

const datesOfEnd = new Set(["xbrli:enddate", "xbrli:instant"]);

export function isDocumentFact(name: string): boolean {
  return /DEI$|CoverPage$|OfIssuer$|:NameOfSubjectCompanyTextBlock$|^tse-/.test(name);
}
