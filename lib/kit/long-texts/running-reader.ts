import type { TextReader } from "./reader.ts";

let running: TextReader | undefined;

/** Called by `createApp`, which starts and ends the thread. */
export function setTextReader(reader: TextReader | undefined): void {
  running = reader;
}

/** Undefined in programs that prepare long texts themselves. Here, since what spends needs it and knows no app. */
export function textReader(): TextReader | undefined {
  return running;
}
