import type { Memo } from "../../kit/memo.ts";

/** Shorter ones are read quickly. */
const lengthMin = 200_000;

/**
 * A long text as it was read last. A reader of a document of 4 MB asks for it dozens of times, page by page and piece by
 * piece; each time its bytes were read, checked against their hash and parsed. By that hash it is kept, so that it can't
 * change; who may read it is decided before, every time.
 */
export async function keptText(
  memo: Memo<string>,
  sha256: string,
  read: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const text = memo.get(sha256) ?? (await read());
  if (text !== undefined && text.length >= lengthMin) memo.set(sha256, text);
  return text;
}
