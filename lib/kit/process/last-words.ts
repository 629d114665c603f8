/**
 * Says why a program dies of an error that nobody handled: in its log, and in a line on standard error that its
 * supervisor repeats. Node then prints the error and ends the program. It ends also where a library (Next) would go on,
 * since nobody knows what state such an error leaves.
 */
export function sayLastWords(log: (error: unknown) => void): () => void {
  const say = (error: unknown): void => {
    process.stderr.write(`${lastWordsPrefix}${lastWordsOf(error)}\n`);
    log(error);
    if (process.listenerCount("uncaughtException") > 0) process.exit(1);
  };
  process.on("uncaughtExceptionMonitor", say);
  return () => process.off("uncaughtExceptionMonitor", say);
}

export const lastWordsPrefix = "hiraku: died of ";
const framesMax = 3;

/** In one line, without a library's message: that may quote its input, which may be a key. */
function lastWordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "something thrown that is no error";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const name = code === undefined ? error.name : `${error.name} [${code}]: ${oneLine(error.message)}`;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return [name, ...frames.slice(0, framesMax).map((line) => line.trim())].join(" ");
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").slice(0, 200);
