/** A stretch between what opens and what closes it. */
export interface Enclosed {
  readonly start: number;
  readonly end: number;
  /** The match that opens it, and the first one after that that closes it. */
  readonly open: RegExpExecArray;
  readonly inner: string;
}

/** In one pass: a pattern of both would look for the closing from every opening. Both are global. */
export function* enclosed(text: string, opening: RegExp, closing: RegExp): Generator<Enclosed> {
  const [open, close] = [new RegExp(opening), new RegExp(closing)];
  for (let begun = open.exec(text); begun !== null; begun = open.exec(text)) {
    close.lastIndex = open.lastIndex;
    const closed = close.exec(text);
    if (closed === null) return;
    yield {
      start: begun.index,
      end: close.lastIndex,
      open: begun,
      inner: text.slice(open.lastIndex, closed.index),
    };
    open.lastIndex = close.lastIndex;
  }
}
