/** The log of watching. */
export interface WatchLog {
  event(name: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  failure(name: string, error: unknown): void;
}
