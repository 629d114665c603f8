interface PartShares {
  readonly passage: number;
  readonly title: number;
  readonly row: number;
}

export interface EvidenceSettings {
  /** A token in more than this part of all passages is dropped, and in more than this number of them. */
  readonly frequentShare: number;
  readonly frequentMin: number;
  /** Tokens that are used however frequent they are, rarest first. */
  readonly tokensMin: number;
  /** How many are used, of the text and of fields each, those that weigh most first. */
  readonly tokensMax: number;
  /** How much the section's context counts beside its passage, and its own title in the first look. */
  readonly contextShare: number;
  readonly titleFirstShare: number;
  /** How many passages are read, and how much their best sentence counts. */
  readonly readMax: number;
  readonly sentenceShare: number;
  /** How much runs of characters count that few of the passages that are read share with the question. */
  readonly gramShare: number;
  /** How much pairs count that are hiragana, alone or with something else: they are mostly grammar. */
  readonly hiraganaShare: number;
  readonly mixedShare: number;
  /** How many field lines are read, and how many sections are looked at for their title alone. */
  readonly linesMax: number;
  readonly titlesMax: number;
  /** How much a title, a row and a name count beside the text. */
  readonly titleShare: number;
  readonly rowShare: number;
  readonly nameShare: number;
  readonly headShare: number;
  /** Added for a label of the glossary that is matched completely, long or short. */
  readonly labelWhole: number;
  /** How much more a legal title counts than any other. */
  readonly legalShare: number;
  /** How much more what became known on a day that the question says counts. */
  readonly dayShare: number;
  /** Added for such a document, however little else it shares with the question. */
  readonly preferenceBonus: number;
  /** Factors where the scope or the year that was asked for is right, and where it is wrong. */
  readonly scopeRight: number;
  readonly scopeWrong: number;
  readonly yearRight: number;
  readonly yearWrong: number;
  /** How much the parts of a section count in a Japanese question, in one for a figure, and in a question in English. */
  readonly parts: Readonly<Record<"japanese" | "figure" | "english", PartShares>>;
  /** How much the statements themselves count in a question for a figure. */
  readonly statementShare: number;
  /** The factor for a passage that says the opposite. */
  readonly oppositeShare: number;
}

export const evidenceSettings: EvidenceSettings = {
  frequentShare: 0.25,
  frequentMin: 20_000,
  tokensMin: 8,
  tokensMax: 32,
  contextShare: 1,
  titleFirstShare: 0.6,
  readMax: 32,
  sentenceShare: 0.5,
  gramShare: 1,
  hiraganaShare: 0.5,
  mixedShare: 0.85,
  linesMax: 48,
  titlesMax: 16,
  titleShare: 0.8,
  rowShare: 0.8,
  nameShare: 1,
  headShare: 0.3,
  legalShare: 1.4,
  labelWhole: 90,
  dayShare: 1,
  preferenceBonus: 0,
  scopeRight: 1.5,
  scopeWrong: 0.7,
  yearRight: 1.15,
  yearWrong: 0.85,
  parts: {
    japanese: { passage: 1, title: 1, row: 1 },
    figure: { passage: 0.9, title: 0.4, row: 3 },
    english: { passage: 2, title: 1, row: 0.25 },
  },
  statementShare: 1.1,
  oppositeShare: 0.7,
};

/** News is short, and is asked for by who and when. */
export const newsSettings: EvidenceSettings = {
  ...evidenceSettings,
  dayShare: 3,
  preferenceBonus: 5,
};
