export interface Tag {
  readonly start: number;
  readonly end: number;
}

/** In one pass: a pattern would look for the end of each from every one that begins. */
export function* tagsIn(html: string): Generator<Tag> {
  const ends = new Ends(html);
  for (let start = html.indexOf("<"); start !== -1; ) {
    const comment = html.startsWith("<!--", start) ? ends.after("-->", start + 4) : undefined;
    const end = comment ?? ends.after(">", start + 1);
    if (end === undefined) return;
    yield { start, end };
    start = html.indexOf("<", end);
  }
}

/** Remembers what stands nowhere in the rest of a text, so that nobody looks for it again. */
class Ends {
  readonly #html: string;
  readonly #missing = new Set<string>();

  constructor(html: string) {
    this.#html = html;
  }

  after(end: string, from: number): number | undefined {
    const at = this.#missing.has(end) ? -1 : this.#html.indexOf(end, from);
    if (at === -1) this.#missing.add(end);
    return at === -1 ? undefined : at + end.length;
  }
}
