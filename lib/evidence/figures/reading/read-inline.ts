import { parseXml } from "../../../kit/archives/parse-xml.ts";
import { ContextReader } from "./contexts.ts";
import { limits, tooMany } from "./limits.ts";
import { type Placed, TextPlaces } from "./text-places.ts";

/** A numeric fact as it stands in a page, before its context and unit are looked up. */
export interface RawFact extends Placed {
  readonly name: string;
  readonly contextRef: string;
  readonly unitRef: string;
  readonly format: string | undefined;
  readonly scale: number;
  readonly decimals: string | null;
  readonly negative: boolean;
  readonly nil: boolean;
  readonly hidden: boolean;
  readonly landmark: number;
  text: string;
}

export interface RawText {
  readonly name: string;
  readonly contextRef: string;
  readonly format: string | undefined;
  readonly continuedAt: string | undefined;
  text: string;
}

export interface InlinePage {
  readonly facts: readonly RawFact[];
  readonly texts: readonly RawText[];
  readonly continuations: ReadonlyMap<string, { text: string; readonly continuedAt: string | undefined }>;
  readonly landmarks: readonly string[];
  readonly contexts: ContextReader;
  /** Prefixes of the page's namespaces. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** Reads one page of inline XBRL in one pass: its facts, and where in the text each stands. */
export function readInline(source: string, landmarksBefore: number): InlinePage {
  const reader = new InlineReader(landmarksBefore);
  parseXml(source, reader);
  return reader;
}

/** How many figures `readInline` finds; what stands in comments is none. */
export function countTags(source: string): number {
  let count = 0;
  for (const [tag] of source.matchAll(figureTags)) if (!tag.startsWith("<!")) count++;
  if (count > limits.facts) throw tooMany("figures", limits.facts);
  return count;
}

const figureTags = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(?:[^\s<>/]*:)?nonFraction(?=[\s/>])/g;

type Sink = { text: string };

class InlineReader implements InlinePage {
  readonly facts: RawFact[] = [];
  readonly texts: RawText[] = [];
  readonly continuations = new Map<string, { text: string; readonly continuedAt: string | undefined }>();
  readonly contexts = new ContextReader();
  readonly namespaces = new Map<string, string>();
  readonly #places: TextPlaces<RawFact>;
  /** The sink of text of each open tag. */
  readonly #stack: { readonly sink: Sink | undefined; readonly hidden: boolean; readonly excluded: boolean }[] = [];
  readonly #sinks: Sink[] = [];
  #hidden = 0;
  #excluded = 0;

  constructor(landmarksBefore: number) {
    this.#places = new TextPlaces(landmarksBefore);
  }

  get landmarks(): readonly string[] {
    return this.#places.landmarks;
  }

  open(local: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#stack.length === 0) this.#readNamespaces(attributes);
    const hidden = local === "header" || local === "hidden" || hides(attributes["style"]);
    const excluded = local === "exclude";
    if (hidden) this.#hidden++;
    if (excluded) this.#excluded++;
    const sink = this.contexts.open(local, attributes) ? undefined : this.#openFact(local, attributes);
    if (sink !== undefined) this.#sinks.push(sink);
    this.#stack.push({ sink, hidden, excluded });
    if (this.#hidden === 0) this.#places.open(local, attributes);
  }

  text(text: string): void {
    if (this.contexts.isOpen) {
      this.contexts.text(text);
      return;
    }
    if (this.#excluded === 0) {
      for (const sink of this.#sinks) if (sink.text.length < limits.text) sink.text += text;
    }
    if (this.#hidden === 0) this.#places.text(text);
  }

  close(local: string): void {
    if (this.contexts.isOpen) this.contexts.close(local);
    if (this.#hidden === 0) this.#places.close(local);
    const open = this.#stack.pop();
    if (open?.hidden === true) this.#hidden--;
    if (open?.excluded === true) this.#excluded--;
    if (open?.sink !== undefined) this.#sinks.pop();
  }

  #readNamespaces(attributes: Readonly<Record<string, string>>): void {
    for (const [key, uri] of Object.entries(attributes)) {
      if (key.startsWith("xmlns:")) this.namespaces.set(key.slice("xmlns:".length), uri);
    }
  }

  #openFact(local: string, attributes: Readonly<Record<string, string>>): Sink | undefined {
    const { name = "", contextRef = "", unitRef = "", format, continuedAt } = attributes;
    if (local === "nonFraction") {
      if (this.facts.length >= limits.facts) throw tooMany("figures", limits.facts);
      const fact: RawFact = {
        name,
        contextRef,
        unitRef,
        format,
        scale: Number(attributes["scale"] ?? 0),
        decimals: attributes["decimals"] ?? null,
        negative: attributes["sign"] === "-",
        nil: attributes["xsi:nil"] === "true" || attributes["xsi:nil"] === "1",
        hidden: this.#hidden > 0,
        landmark: this.#places.position,
        text: "",
        row: null,
        label: null,
      };
      this.facts.push(fact);
      if (!fact.hidden) this.#places.fact(fact);
      return fact;
    }
    if (local === "nonNumeric" && !name.endsWith("TextBlock")) {
      if (this.texts.length >= limits.texts) throw tooMany("facts in words", limits.texts);
      const text: RawText = { name, contextRef, format, continuedAt, text: "" };
      this.texts.push(text);
      return text;
    }
    if (local === "continuation") {
      const part = { text: "", continuedAt };
      this.continuations.set(attributes["id"] ?? "", part);
      return part;
    }
    return undefined;
  }
}

function hides(style: string | undefined): boolean {
  return style !== undefined && /display\s*:\s*none/i.test(style);
}
