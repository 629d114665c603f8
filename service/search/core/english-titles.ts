import type { TaggedName } from "../../domain/publishing/publication.ts";
import { baseNamesOf } from "./base-glossary.ts";
import { titleOfName } from "./english.ts";
import { printedTitle, titleCore } from "./labels.ts";

/** Section titles in English, from names. */
export interface EnglishTitles {
  /** What the filing itself tags the title with, or what most others do, in this store and in the base glossary. */
  of(title: string, names: readonly TaggedName[]): string | null;
}

/** The glossary that a store has learned. */
export interface LearnedNames {
  /** Grows when a name or a label came or went. */
  version(): number;
  of(label: string): readonly { readonly name: string; readonly count: number }[];
}

const titlesKept = 5_000;

export function englishTitlesFrom(learned: LearnedNames): EnglishTitles {
  const known = new Map<string, string | null>();
  let knownVersion = -1;

  const common = (title: string): string | null => {
    const counts = new Map<string, number>();
    const printed = printedTitle(title);
    for (const { name, count } of [...baseNamesOf(title), ...learned.of(printed)]) {
      if (name.endsWith("TextBlock")) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    const [best] = [...counts].sort(([x, countX], [y, countY]) => countY - countX || (x < y ? -1 : 1));
    return best === undefined ? null : titleOfName(best[0]);
  };

  return {
    of(title, names) {
      const core = titleCore(title);
      const own = names.find(({ name, label }) => name.endsWith("TextBlock") && titleCore(label) === core);
      if (own !== undefined) return titleOfName(own.name);
      const current = learned.version();
      if (current !== knownVersion || known.size >= titlesKept) known.clear();
      knownVersion = current;
      let found = known.get(title);
      if (found === undefined) known.set(title, (found = common(title)));
      return found;
    },
  };
}
