import type { TimelinePage, TimelinePosition } from "./timeline-ports.ts";

/** A phrase of a key that new documents are matched with. */
export interface StandingPhrase {
  readonly phraseId: string;
  readonly keyId: string;
  /** As it was written. */
  readonly phrase: string;
  readonly folded: string;
  readonly createdAtMs: number;
}

/** Sections in which a phrase stands, each with how often. */
export interface FoundPhrase {
  readonly phraseId: string;
  readonly keyId: string;
  readonly sections: readonly (readonly [sectionId: string, passages: number])[];
}

export interface StandingMatch {
  readonly phraseId: string;
  readonly documentId: string;
  readonly matchedAtMs: number;
  readonly sections: FoundPhrase["sections"];
}

export interface StandingBounds {
  readonly standing: number;
  readonly newADay: number;
}

export interface StandingPhrases {
  /** One that stands already is returned as it is. Exact for any number of requests and processes. */
  add(
    phrase: StandingPhrase,
    day: string,
    bounds: StandingBounds,
  ): Promise<{ readonly phrase: StandingPhrase } | { readonly reached: keyof StandingBounds }>;
  /** The newest first, and how many were made that day, ended ones too. */
  list(keyId: string, day: string): Promise<{ readonly phrases: readonly StandingPhrase[]; readonly made: number }>;
  /** With its matches; what was counted for the day stays. Of another key nothing is ended. */
  end(keyId: string, phraseId: string): Promise<void>;
  /** The newest first. */
  matches(
    keyId: string,
    sinceMs: number,
    after: TimelinePosition | undefined,
    limit: number,
  ): Promise<TimelinePage<StandingMatch>>;
  /** Drops counts of earlier days, and matches from before. */
  purge(day: string, beforeMs: number): Promise<void>;
}
