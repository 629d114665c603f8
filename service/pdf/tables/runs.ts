/** A run of text with its place on the page, in points from the top left. `top` is its baseline. */
export interface Run {
  readonly text: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** A word that a space parts from the word before it in one run. */
  readonly isSpaced?: boolean;
}

/** The words of a run that spaces part, each with its share of the width: a whole row may be one run. */
export function wordsOf(run: Run): Run[] {
  const parts = [...run.text.matchAll(/[^\s\u3000]+/gu)];
  if (parts.length <= 1 && parts[0]?.[0] === run.text) return [run];
  const total = Math.max(unitsOf(run.text), 0.5);
  const width = run.right - run.left;
  let units = 0;
  let end = 0;
  return parts.map((part, at) => {
    const [text] = part;
    units += unitsOf(run.text.slice(end, part.index));
    const left = run.left + (width * units) / total;
    units += unitsOf(text);
    end = part.index + text.length;
    return { ...run, text, left, right: run.left + (width * units) / total, ...(at > 0 ? { isSpaced: true } : {}) };
  });
}

/** Widths relative to a full-width character. */
function unitsOf(text: string): number {
  let units = 0;
  for (const character of text) units += character.charCodeAt(0) < 0x80 ? 0.5 : 1;
  return units;
}

/** The middle of the run's characters, which a cell holds even where its rule touches the baseline. */
export function middleOf(run: Run): number {
  return run.top - run.size * 0.36;
}

/** Joins runs that lie on one line from left to right: Japanese without a space that is not there, Latin words with one. */
export function joinRuns(runs: readonly Run[]): string {
  const parts: string[] = [];
  let right = Number.NEGATIVE_INFINITY;
  let last: string | undefined;
  for (const run of [...runs].sort((a, b) => a.left - b.left)) {
    const { text, left, size } = run;
    const isWord = isLatin(last) || isLatin(text[0]);
    if (last !== undefined && (run.isSpaced === true || left - right > size * (isWord ? 0.2 : 1))) parts.push(" ");
    parts.push(text);
    right = run.right;
    last = text.at(-1) ?? last;
  }
  return parts.join("").trim();
}

/** The lines of a cell; one that fills the cell reads on in the next, another ends by itself. */
export function joinWrappedLines(lines: readonly (readonly Run[])[], right: number): string {
  let text = "";
  let isFull = false;
  for (const line of lines) {
    const words = joinRuns(line);
    if (text === "") text = words;
    else if (!isFull) text += `\n${words}`;
    else text += /[A-Za-z0-9,.]$/.test(text) && /^[A-Za-z0-9]/.test(words) ? ` ${words}` : words;
    const size = line[0]?.size ?? 0;
    isFull = right - Math.max(...line.map((run) => run.right)) < size * 1.7 && !/[。：:]$/.test(words);
  }
  return text;
}

function isLatin(character: string | undefined): boolean {
  return character !== undefined && /[\u0021-\u024f]/.test(character);
}

/** Runs in lines: those of one share a baseline within a third of their size. */
export function linesOfRuns(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [];
  for (const run of [...runs].sort((a, b) => a.top - b.top || a.left - b.left)) {
    const first = lines.at(-1)?.[0];
    if (first !== undefined && run.top - first.top <= Math.min(first.size, run.size) / 3) lines.at(-1)?.push(run);
    else lines.push([run]);
  }
  for (const line of lines) line.sort((a, b) => a.left - b.left);
  return lines;
}

const figure = /^[※*(（△▲+\-－−¥￥$]*[0-9０-９](?:[0-9０-９,，.．]*[0-9０-９])?[%％)）円株倍]*$/u;
const absent = /^[-－―—–‐…]{1,3}$/u;

export function isFigureText(text: string): boolean {
  const plain = text.replace(/[\s\u3000]+/gu, "");
  return figure.test(plain) || absent.test(plain);
}
