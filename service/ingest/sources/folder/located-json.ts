/** Reads JSON with the position of every value, so that an error in a manifest is reported with line and column. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export class JsonFault extends Error {
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

interface LocatedJson {
  readonly value: unknown;
  /** The position of the value at the path, or of the nearest existing one that contains it. */
  placeOf(path: readonly PropertyKey[]): Place;
}

const depthMax = 64;

export function parseLocatedJson(text: string): LocatedJson {
  const parser = new LocatedParser(text);
  const value = parser.document();
  return {
    value,
    placeOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const offset = parser.offsets.get(path.slice(0, length).map(String).join("\u0000"));
        if (offset !== undefined) return placeAt(text, offset);
      }
      return { line: 1, column: 1 };
    },
  };
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(lineStart)].length + 1 };
}

class LocatedParser {
  readonly offsets = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  document(): unknown {
    const value = this.#value([]);
    this.#space();
    if (this.#at < this.#text.length) throw this.#fault("Nothing may follow the closing bracket");
    return value;
  }

  #value(path: readonly string[]): unknown {
    this.#space();
    if (path.length > depthMax) throw this.#fault("Nested too deeply");
    this.offsets.set(path.join("\u0000"), this.#at);
    const char = this.#text[this.#at];
    if (char === "{") return this.#object(path);
    if (char === "[") return this.#array(path);
    if (char === '"') return this.#string();
    const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
    word.lastIndex = this.#at;
    const found = word.exec(this.#text)?.[0];
    if (found === undefined)
      throw this.#fault(char === undefined ? "The file ends too early" : `Unexpected ${JSON.stringify(char)}`);
    this.#at += found.length;
    return JSON.parse(found);
  }

  #object(path: readonly string[]): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    const seen = new Set<string>();
    this.#at++;
    for (this.#space(); !this.#take("}"); this.#space()) {
      if (entries.length > 0) this.#expect(",");
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#fault("Expected a name in double quotes");
      const start = this.#at;
      const name = this.#string();
      if (seen.has(name)) {
        this.#at = start;
        throw this.#fault(`${JSON.stringify(name)} is given twice`);
      }
      seen.add(name);
      this.#space();
      this.#expect(":");
      entries.push([name, this.#value([...path, name])]);
    }
    return Object.fromEntries(entries);
  }

  #array(path: readonly string[]): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    for (this.#space(); !this.#take("]"); this.#space()) {
      if (items.length > 0) this.#expect(",");
      items.push(this.#value([...path, String(items.length)]));
    }
    return items;
  }

  #string(): string {
    const literal = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
    literal.lastIndex = this.#at;
    const found = literal.exec(this.#text)?.[0];
    if (found === undefined) throw this.#fault("A text that is not closed, or holds a raw line end");
    this.#at += found.length;
    return String(JSON.parse(found));
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? "x")) this.#at++;
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #expect(char: string): void {
    if (!this.#take(char)) throw this.#fault(`Expected ${JSON.stringify(char)}`);
  }

  #fault(message: string): JsonFault {
    return new JsonFault(message, placeAt(this.#text, this.#at));
  }
}
