/** What the script in the page has asked for, before any other script was there. */
interface EarlyWords {
  readonly address: string;
  readonly loading: Promise<string | undefined>;
  /** The words, once they have come. */
  readonly text?: string;
}

/**
 * Loads words as soon as the browser reads the page. React begins later, when all scripts have come, and mostly finds
 * them there: it would begin again after a wait, in the midst of layout and paint.
 */
export function earlyWordsScript(address: string): string {
  const file = JSON.stringify(address);
  return (
    `(()=>{const early=self.hirakuWords={address:${file}};` +
    `early.loading=fetch(${file}).then((answer)=>answer.ok?answer.text():undefined,()=>undefined)` +
    ".then((text)=>early.text=text,()=>undefined)})()"
  );
}

/** Of the words at an address. */
export function earlyWords(address: string): EarlyWords | undefined {
  const { hirakuWords: early }: Window & { hirakuWords?: EarlyWords } = window;
  return early?.address === address ? early : undefined;
}
