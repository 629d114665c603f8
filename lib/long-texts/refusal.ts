const code = "text_too_complex";

/** The text is longer than any filing, or was not read within its time. */
export class TextRefused extends Error {
  override readonly name = "TextRefused";
  readonly problem = { status: 422, code };
}

/** By its code: the server's threads and what Next has bundled have classes of their own. */
export function isTooComplex(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("problem" in error)) return false;
  const { problem } = error;
  return typeof problem === "object" && problem !== null && "code" in problem && problem.code === code;
}
