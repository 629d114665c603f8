/** The position where a page of a timeline ended, from which the next one begins. */
export interface TimelinePosition {
  readonly atMs: number;
  readonly id: string;
}

export interface TimelinePage<T> {
  readonly records: T[];
  /** Undefined on the last page. */
  readonly next: TimelinePosition | undefined;
}
