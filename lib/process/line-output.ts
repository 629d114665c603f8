/** Takes whole lines; what is gathered is written by the next flush. None of it ever throws. */
export interface LineOutput {
  write(line: string): void;
  flushSync(): void;
}
