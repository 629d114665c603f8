/**
 * A filer's marks of a few characters: underlined, struck through, raised, lowered, a reading beside a word, set
 * vertically. Places count visible characters, so that the text can be trimmed and its white space joined meanwhile.
 */
export type MarkTag = "vertical" | "u" | "s" | "sup" | "sub" | "ruby" | "rt" | "rp";

export interface InlineMark {
  readonly tag: MarkTag;
  /** Visible UTF-16 units before the first character, and before the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** From the outside in: a reading is within its ruby, and a line under or through it surrounds what is raised. */
const order: readonly MarkTag[] = ["vertical", "ruby", "rt", "rp", "u", "s", "sup", "sub"];
const none: readonly MarkTag[] = [];
const byName: Readonly<Record<string, MarkTag>> = {
  u: "u",
  ins: "u",
  s: "s",
  del: "s",
  strike: "s",
  sup: "sup",
  sub: "sub",
  ruby: "ruby",
  rt: "rt",
  rp: "rp",
};

/** The marks inside an element: its own and those around it. */
export function marksWithin(name: string, style: string, around: readonly MarkTag[] = none): readonly MarkTag[] {
  const marks = ownMarks(name, style);
  if (marks.length === 0) return around;
  const own = marks.filter((tag) => !around.includes(tag));
  return own.length === 0 ? around : [...around, ...own].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function ownMarks(name: string, style: string): readonly MarkTag[] {
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined;
  const tags: MarkTag[] = named === undefined ? [] : [named];
  // Cells are aligned by the same property.
  if (name === "span" && style.includes("vertical-align")) {
    const raised = /vertical-align\s*:\s*(super|sub)(?![\w-])/.exec(style)?.[1];
    if (raised !== undefined) tags.push(raised === "super" ? "sup" : "sub");
  }
  if (style.includes("writing-mode") && /writing-mode\s*:\s*(?:vertical|tb|sideways)/.test(style))
    tags.push("vertical");
  if (style.includes("text-decoration")) {
    if (/text-decoration[^;]*underline/.test(style)) tags.push("u");
    if (/text-decoration[^;]*line-through/.test(style)) tags.push("s");
  }
  return tags.length === 0 ? none : tags;
}

export class MarkCollector {
  readonly #open: { tag: MarkTag; from: number; to: number; text: string }[] = [];
  #marks: InlineMark[] = [];
  #visible = 0;

  add(text: string, tags: readonly MarkTag[]): void {
    const visible = visibleUnits(text);
    if (visible === 0) return;
    for (const mark of this.#open.splice(0)) {
      if (tags.includes(mark.tag)) this.#open.push(mark);
      else this.#close(mark);
    }
    for (const tag of tags) {
      const mark = this.#open.find((each) => each.tag === tag);
      if (mark === undefined) this.#open.push({ tag, from: this.#visible, to: this.#visible + visible, text });
      else {
        mark.to = this.#visible + visible;
        mark.text += text;
      }
    }
    this.#visible += visible;
  }

  take(): readonly InlineMark[] {
    for (const mark of this.#open.splice(0)) this.#close(mark);
    const marks = this.#marks;
    this.#marks = [];
    this.#visible = 0;
    return marks;
  }

  #close({ tag, from, to, text }: { tag: MarkTag; from: number; to: number; text: string }): void {
    // An address is a link of its own, and links are underlined by readers.
    if (tag === "u" && /^\s*(?:https?:\/\/|www\.)\S*\s*$/i.test(text)) return;
    this.#marks.push({ tag, from, to });
  }
}

function visibleUnits(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) count++;
  return count;
}

/** All that `trim` takes away. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code === 0xa0 || code === 0x3000 || (code >= 0x1680 && code <= 0xfeff && spaces.has(code));
}

const spaces = new Set([
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0xfeff,
  ...Array.from({ length: 11 }, (_, n) => 0x2000 + n),
]);

/** Vertical text is delivered in the order of its characters, and says in words how it was set. */
const verticalTitle = "縦書き";

function opening(tag: MarkTag): string {
  return tag === "vertical" ? `<span title="${verticalTitle}">` : `<${tag}>`;
}

function closing(tag: MarkTag): string {
  return tag === "vertical" ? "</span>" : `</${tag}>`;
}

/** The text with its marks as tags, each run of it escaped by `escape`. Tags never reach over the end of a line. */
export function withMarks(text: string, marks: readonly InlineMark[] | undefined, escape: (text: string) => string) {
  if (marks === undefined || marks.length === 0) return escape(text);
  const parts: string[] = [];
  let open: readonly MarkTag[] = [];
  let run = "";
  let visible = 0;
  const change = (tags: readonly MarkTag[]): void => {
    const kept = open.findIndex((tag, at) => tags[at] !== tag);
    const common = kept === -1 ? open.length : kept;
    // White space at the edges of a run stays outside its tags.
    const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run) ?? [];
    parts.push(before, words === "" ? "" : escape(words));
    parts.push(...open.slice(common).reverse().map(closing));
    parts.push(after, ...tags.slice(common).map(opening));
    open = tags;
    run = "";
  };
  for (const unit of text) {
    if (unit === "\n") {
      change([]);
      parts.push("\n");
      continue;
    }
    if (!isSpace(unit.charCodeAt(0))) {
      const tags = order.filter((tag) =>
        marks.some((mark) => mark.tag === tag && mark.from <= visible && visible < mark.to),
      );
      if (tags.length !== open.length || tags.some((tag, at) => open[at] !== tag)) change(tags);
      visible += unit.length;
    }
    run += unit;
  }
  change([]);
  return parts.join("");
}
