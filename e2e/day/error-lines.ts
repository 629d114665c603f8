import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import path from "node:path";

/** Errors in both programs' logs since the day began: a service that was still opening its store has said so before. */
export class ErrorLines {
  readonly #folder: string;
  readonly #readTo = new Map<string, number>();

  constructor(data: string) {
    this.#folder = path.join(data, "logs");
    this.next();
  }

  /** Those since this was last asked. */
  next(): string[] {
    return readdirSync(this.#folder).flatMap((name) =>
      this.#newText(name)
        .split("\n")
        .filter((line) => /"level":"(?:error|fatal)"/.test(line)),
    );
  }

  #newText(name: string): string {
    const file = openSync(path.join(this.#folder, name), "r");
    try {
      const from = this.#readTo.get(name) ?? 0;
      const { size } = fstatSync(file);
      // A log that was begun anew is shorter.
      const start = size < from ? 0 : from;
      const bytes = Buffer.alloc(size - start);
      readSync(file, bytes, 0, bytes.length, start);
      this.#readTo.set(name, size);
      return bytes.toString("utf8");
    } finally {
      closeSync(file);
    }
  }
}
