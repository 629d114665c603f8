import { foldText } from "../../../lib/text/format/fold.ts";
import { type FieldLine, unpackLine } from "./field-lines.ts";
import { isLegalTitle, labelCore, titleCore } from "./labels.ts";
import { type Scope, scopeOfPath } from "./question.ts";
import { PassageShape } from "./same-passage.ts";
import { fieldTokens } from "./tokens.ts";

/** A field line with the tokens that a question is held against. */
export interface ReadLine {
  readonly line: FieldLine;
  /** Of a row: its label whole, its label without the name of the group before it, and the names that stand in it. */
  readonly label: readonly number[];
  readonly ownLabel: readonly number[];
  readonly words: readonly number[];
}

/** The titles above a section, and its own. */
export interface ReadPath {
  readonly title: string;
  readonly titleTokens: readonly number[];
  readonly isLegal: boolean;
  readonly isStatement: boolean;
  readonly scope: Scope | undefined;
}

export interface TextSource {
  /** Original characters of a passage. */
  text(passage: number): string;
}

/** Passages, folded and taken apart, for the questions that follow: a passage never changes. The oldest goes first. */
export class ReadTexts {
  readonly #corpus: TextSource;
  readonly #folded: Kept<string>;
  readonly #lines: Kept<ReadLine | undefined>;
  readonly #paths: Kept<ReadPath>;
  readonly #shapes: Kept<PassageShape>;

  constructor(corpus: TextSource, bytesMax: number) {
    this.#corpus = corpus;
    this.#folded = new Kept((bytesMax * 3) / 8, (text) => text.length * 2);
    this.#lines = new Kept(bytesMax / 4, (line) => 100 + 16 * ((line?.label.length ?? 0) + (line?.words.length ?? 0)));
    this.#paths = new Kept(bytesMax / 4, (path) => 200 + 4 * path.title.length + 8 * path.titleTokens.length);
    this.#shapes = new Kept(bytesMax / 8, (shape) => shape.size);
  }

  clear(): void {
    this.#folded.clear();
    this.#lines.clear();
    this.#paths.clear();
    this.#shapes.clear();
  }

  folded(passage: number): string {
    return this.#folded.get(passage, () => foldText(this.#corpus.text(passage)));
  }

  shape(passage: number): PassageShape {
    return this.#shapes.get(passage, () => new PassageShape(this.folded(passage)));
  }

  line(passage: number): ReadLine | undefined {
    return this.#lines.get(passage, () => readLine(this.#corpus.text(passage)));
  }

  path(section: number): ReadPath {
    return this.#paths.get(section, () => readPath(this.#corpus.text(section).split("\n")));
  }
}

class Kept<T> {
  readonly #values = new Map<number, { readonly value: T; readonly size: number }>();
  readonly #sizeMax: number;
  readonly #sizeOf: (value: T) => number;
  #size = 0;

  constructor(sizeMax: number, sizeOf: (value: T) => number) {
    this.#sizeMax = sizeMax;
    this.#sizeOf = sizeOf;
  }

  get(key: number, read: () => T): T {
    const known = this.#values.get(key);
    if (known !== undefined) return known.value;
    const value = read();
    const size = this.#sizeOf(value);
    this.#values.set(key, { value, size });
    this.#size += size;
    for (const [old, each] of this.#values) {
      if (this.#size <= this.#sizeMax || old === key) break;
      this.#values.delete(old);
      this.#size -= each.size;
    }
    return value;
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}

function readLine(packed: string): ReadLine | undefined {
  const line = unpackLine(packed);
  if (line === undefined) return undefined;
  if (line.kind === "head") return { line, label: fieldTokens(foldText(line.text)), ownLabel: [], words: [] };
  if (line.kind === "names") return { line, label: [], ownLabel: [], words: fieldTokens(line.words) };
  // The name of a group before a label may be the layout's alone.
  const own = line.label.split(" ").slice(1).join(" ");
  return {
    line,
    label: fieldTokens(labelCore(line.label)),
    ownLabel: own === "" ? [] : fieldTokens(labelCore(own)),
    words: line.words === "" ? [] : fieldTokens(line.words),
  };
}

/** The statements themselves, before the notes that repeat their figures. */
const statementTitle = /(?:貸借対照表|損益計算書|包括利益計算書|財政状態計算書|フロー計算書)】?$|経営指標等$/u;

function readPath(lines: readonly string[]): ReadPath {
  const title = lines.at(-1) ?? "";
  const core = titleCore(title);
  // Few questions say which scope they mean.
  let scope: { readonly value: Scope | undefined } | undefined;
  return {
    title,
    titleTokens: core === "" ? [] : fieldTokens(core),
    isLegal: isLegalTitle(title),
    isStatement: statementTitle.test(title),
    get scope() {
      scope ??= { value: scopeOfPath(foldText(lines.slice(2).join(" "))) };
      return scope.value;
    },
  };
}
