/** Where watching says what it does. */
export interface WatchLog {
  event(name: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  failure(name: string, error: unknown): void;
}
