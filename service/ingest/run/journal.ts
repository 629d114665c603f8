import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const Entry = z.object({
  key: z.string(),
  fingerprint: z.string(),
  outcome: z.enum(["published", "set_aside", "closed"]),
  reason: z.string().optional(),
  message: z.string().optional(),
});
type JournalEntry = z.infer<typeof Entry>;

/**
 * Records each finished item as one line, written after it is stored. A run killed in between publishes the item once
 * more, which changes nothing; a line cut off by the kill is dropped.
 */
export class Journal {
  readonly #file: string;
  readonly #entries = new Map<string, JournalEntry>();

  constructor(file: string) {
    this.#file = file;
    if (existsSync(file)) this.#load();
    else mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  }

  #load(): void {
    const text = readFileSync(this.#file, "utf8");
    const end = text.lastIndexOf("\n") + 1;
    for (const line of text.slice(0, end).split("\n")) {
      const parsed = Entry.safeParse(parseJson(line));
      if (parsed.success) this.#entries.set(parsed.data.key, parsed.data);
    }
    if (end < text.length) truncateSync(this.#file, Buffer.byteLength(text.slice(0, end)));
  }

  find(key: string): JournalEntry | undefined {
    return this.#entries.get(key);
  }

  add(entry: JournalEntry): void {
    this.#entries.set(entry.key, entry);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`, { flush: true });
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
