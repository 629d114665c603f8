import type { Price } from "../../purchases/wire.ts";

/** A refusal by a tool: a code to branch on, words, and what the refused thing would have cost. */
export class ToolRefusal extends Error {
  readonly code: string;
  readonly detail: string;
  readonly price: Price | undefined;
  /** Further facts beside the error, such as the link where a person approves. */
  readonly facts: Readonly<Record<string, string | number | null>>;

  constructor(
    code: string,
    detail: string,
    more: { readonly price?: Price; readonly facts?: Readonly<Record<string, string | number | null>> } = {},
  ) {
    super(code);
    this.name = "ToolRefusal";
    this.code = code;
    this.detail = detail;
    this.price = more.price;
    this.facts = more.facts ?? {};
  }
}
