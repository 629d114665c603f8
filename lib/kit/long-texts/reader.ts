import type { Correction } from "../../text/changes/notice.ts";
import type { Passage } from "../../text/library-words.ts";
import type { Rendered, RenderOptions } from "../../text/markdown/render.ts";
import type { FoundInText, TextsToRead } from "../../text/passages/find-in-texts.ts";
import type { HoldingReport } from "../../text/passages/read-holders.ts";
import type { QuotedParts } from "../../text/quotes/find-quote.ts";
import type { RedlineHtml, RedlineView } from "../../text/redline/html.ts";
import type { Piece } from "../../text/toc/cut.ts";
import { TaskLateError, WorkerEndedError } from "../workers/errors.ts";
import { idleThreadMs, WorkerPool } from "../workers/pool.ts";
import { TextRefused } from "./refusal.ts";

export interface QuotedCorrectionText {
  readonly path: Correction["path"];
  readonly html: string;
}

export interface QuotedCorrections {
  /** The first of them. */
  readonly shown: readonly QuotedCorrectionText[];
  readonly total: number;
}

export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
  readonly view: RedlineView;
}

export type TextWork = {
  compare: { task: ComparedTexts; answer: RedlineHtml };
  corrections: { task: { readonly text: string; readonly view: RedlineView }; answer: QuotedCorrections };
  find: { task: TextsToRead; answer: readonly FoundInText[] };
  holders: { task: readonly (readonly Piece[])[]; answer: readonly HoldingReport[] };
  passage: { task: { readonly text: string; readonly question: string }; answer: Passage | null };
  prepare: { task: string; answer: QuotedParts };
  words: { task: string; answer: string };
  render: { task: { readonly source: string; readonly options: RenderOptions }; answer: Rendered };
};

/** Works on delivered text, which somebody else wrote: in a thread of its own, within a time. */
export interface TextReader {
  compare(asked: ComparedTexts): Promise<RedlineHtml>;
  corrections(text: string, view: RedlineView): Promise<QuotedCorrections>;
  find(asked: TextsToRead): Promise<readonly FoundInText[]>;
  /** Of each report's pieces. */
  holders(reports: readonly (readonly Piece[])[]): Promise<readonly HoldingReport[]>;
  passage(text: string, question: string): Promise<Passage | null>;
  prepare(text: string): Promise<QuotedParts>;
  /** The words by which the library finds a text. */
  words(text: string): Promise<string>;
  render(source: string, options: RenderOptions): Promise<Rendered>;
  close(): Promise<void>;
}

/** Two of the longest filings. */
const charactersMax = 8_000_000;
const deadlineMs = 20_000;

export function charactersOf({ texts }: TextsToRead): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

export function charactersOfPieces(reports: readonly (readonly Piece[])[]): number {
  return reports.flat().reduce((sum, { text }) => sum + text.length, 0);
}

export function openTextReader({ timeMs = deadlineMs } = {}): TextReader {
  const pool = new WorkerPool<TextWork>({
    worker: new URL("./text-worker.ts", import.meta.url),
    name: "texts",
    threads: 1,
    waitingMax: 200,
    deadlineMs: timeMs,
    heapMb: 768,
    idleMs: idleThreadMs,
  });
  async function ask<N extends keyof TextWork>(name: N, task: TextWork[N]["task"], characters: number) {
    if (characters > charactersMax) throw new TextRefused();
    try {
      return await pool.ask(name, task);
    } catch (error) {
      if (error instanceof TaskLateError || (error instanceof WorkerEndedError && error.outOfMemory))
        throw new TextRefused();
      throw error;
    }
  }
  return {
    compare: (asked) => ask("compare", asked, asked.before.length + asked.after.length),
    corrections: (text, view) => ask("corrections", { text, view }, text.length),
    find: (asked) => ask("find", asked, charactersOf(asked)),
    holders: (reports) => ask("holders", reports, charactersOfPieces(reports)),
    passage: (text, question) => ask("passage", { text, question }, text.length),
    words: (text) => ask("words", text, text.length),
    prepare: (text) => ask("prepare", text, text.length),
    render: (source, options) => ask("render", { source, options }, source.length),
    close: () => pool.close(),
  };
}
