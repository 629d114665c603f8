/** Takes whole lines and writes the collected ones at the next flush. It never throws. */
export interface LineOutput {
  write(line: string): void;
  flushSync(): void;
  readonly waitingCharacters: number;
}
