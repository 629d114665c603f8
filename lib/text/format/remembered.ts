/** Longer texts come from hostile documents, or hardly come again. */
const lengthMax = 500;

/** A pure function that remembers its last answers: for few texts that come again and again. Forgets all at `countMax`. */
export function remembered<T>(countMax: number, find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > lengthMax) return find(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    if (known.size >= countMax) known.clear();
    known.set(text, found);
    return found;
  };
}
