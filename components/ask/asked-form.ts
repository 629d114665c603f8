export interface AskedForm {
  readonly question: string;
  readonly issuers: readonly { readonly code: string; readonly name: string }[];
  readonly budget: number;
}

export interface WordingEndpoint {
  readonly host: string;
  readonly model: string;
}
