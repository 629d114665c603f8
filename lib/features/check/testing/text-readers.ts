import { draftBounds } from "../draft.ts";
import { draftOfText } from "../draft-of-text.ts";
import { findClaims } from "../find-claims.ts";
import { Items } from "../items.ts";
import { sampleIssuers, sampleText } from "./sample-filing.ts";
import { factsOfText } from "../text-facts.ts";
import { PurchaseProblem } from "../../../spending/problems.ts";

/** Rows of `lib/testing/hostile/readers.ts` for this feature. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  "check/text-facts factsOfText": (text) =>
    factsOfText({ ...sampleText, text: `|項目|2023年3月期|2024年3月期|\n|---|---|---|\n|売上高|1|2|\n\n${text}` }, 0),
  "check/find-claims findClaims": (text) =>
    findClaims(
      { kind: "text", blocks: [{ id: "p", kind: "paragraph", text: text.slice(0, draftBounds.blockCharactersMax) }] },
      { items: new Items(), issuers: sampleIssuers },
    ),
  "check/draft-of-text draftOfText": (text) => {
    try {
      return draftOfText(text, "markdown");
    } catch (error) {
      if (error instanceof PurchaseProblem) return error.message;
      throw error;
    }
  },
  "check/table-claims tableClaims": (text) =>
    findClaims(
      {
        kind: "csv",
        blocks: [
          {
            id: "t",
            kind: "table",
            rows: [
              ["", text.slice(0, 2_000)],
              [text.slice(0, 2_000), "1,234"],
            ],
          },
        ],
      },
      { items: new Items(), issuers: sampleIssuers },
    ),
};
