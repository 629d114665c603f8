/** Why a file can't be checked, in the words of whoever gave it. */
export const fileRefusals = [
  "unknown_kind",
  "unreadable",
  "encrypted",
  "too_large",
  "without_text",
  "too_complex",
] as const;
export type FileRefusal = (typeof fileRefusals)[number];

export class RefusedFile extends Error {
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal) {
    super(reason);
    this.reason = reason;
  }
}
