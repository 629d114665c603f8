/** What stands in the form of a question. */
export interface AskedForm {
  readonly question: string;
  readonly issuers: readonly { readonly code: string; readonly name: string }[];
  readonly budget: number;
}

/** Where answers are worded, and by which model. */
export interface WordingEndpoint {
  readonly host: string;
  readonly model: string;
}
