/** Left to the other programs: nothing can be bought on a full disk. */
const freeBytesMin = 500_000_000;

/** Of the disk that documents go to. */
export type FreeBytes = () => Promise<number>;

export async function checkRoom(freeBytes: FreeBytes): Promise<void> {
  if ((await freeBytes()) < freeBytesMin) throw new Error("The disk has less than 500 MB left; nothing is ingested.");
}
