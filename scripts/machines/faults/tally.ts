import type { Answer } from "./browser.ts";

/** Only `broken` must stay empty; the rest is printed, so that a run that did nothing shows. */
export interface Tally {
  page(status: number | undefined): void;
  notQuoted(answer: Answer | undefined): void;
  blocked(blocker: string): void;
  refused(answer: Answer): void;
  repeated(): void;
  ended(states: readonly string[]): void;
  call(outcome: string): void;
  broken(what: string): void;
  failed(what: string): void;
  readonly breaks: readonly Noted[];
  /** Answers of 5xx and connections that broke. */
  readonly failures: readonly Noted[];
  summary(): Readonly<Record<string, number>>;
}

interface Noted {
  readonly what: string;
  readonly atMs: number;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const breaks: Noted[] = [];
  const failures: Noted[] = [];
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const codeIn = ({ bytes }: Answer) => /"code":\s*"([a-z_]+)"/.exec(bytes.toString())?.[1] ?? "";
  return {
    page: (status) => count(status === 200 ? "pages" : status === undefined ? "pages away" : `pages ${status}`),
    notQuoted: (answer) => count(`no quote: ${answer === undefined ? "away" : `${answer.status} ${codeIn(answer)}`}`),
    blocked: (blocker) => count(`not for sale: ${blocker}`),
    refused: (answer) => count(`confirmation refused: ${answer.status} ${codeIn(answer)}`),
    repeated: () => count("confirmations repeated"),
    ended(states) {
      count("confirmations followed to their end");
      for (const state of states) count(`intents seen ${state}`);
    },
    call: (outcome) => count(`calls of programs: ${outcome}`),
    broken: (what) => void breaks.push({ what, atMs: Date.now() }),
    failed(what) {
      count(`answers away: ${/answered (\d+)/.exec(what)?.[1] ?? "cut"}`);
      failures.push({ what, atMs: Date.now() });
    },
    breaks,
    failures,
    summary: () => Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b))),
  };
}
