/** A passage that a search found. Its highlights count code points: 𠮷 is one. */
export interface Snippet {
  readonly text: string;
  readonly highlights: readonly (readonly [number, number])[];
}

export interface Segment {
  readonly text: string;
  readonly marked: boolean;
}

/** Cuts a snippet at its highlights, whose offsets count code points: 𠮷 is one. */
export function segmentsOf(snippet: Snippet): Segment[] {
  const characters = [...snippet.text];
  const marked = new Array<boolean>(characters.length).fill(false);
  for (const [start, end] of snippet.highlights) {
    for (let i = Math.max(0, start); i < Math.min(end, characters.length); i++) marked[i] = true;
  }
  const segments: { text: string; marked: boolean }[] = [];
  characters.forEach((character, i) => {
    const last = segments.at(-1);
    if (last !== undefined && last.marked === marked[i]) last.text += character;
    else segments.push({ text: character, marked: marked[i] ?? false });
  });
  return segments;
}

/** The first highlight in UTF-16 units, as the rest of the browser counts. */
export function firstHighlight(snippet: Snippet): readonly [number, number] | undefined {
  const first = [...snippet.highlights].sort((a, b) => a[0] - b[0])[0];
  if (first === undefined) return undefined;
  const characters = [...snippet.text];
  const units = (count: number): number => characters.slice(0, count).join("").length;
  return [units(first[0]), units(first[1])];
}
