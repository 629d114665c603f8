import fc from "fast-check";
import { expect, test } from "vitest";
import { collectTokens, evidenceTokens, NumberList } from "./tokens.ts";
import { WantedTokens } from "./wanted-tokens.ts";

const text = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."配当金額増資のはサーバab1 。、(%\n𠮷"), maxLength });

test("the tokens of a question are counted in a passage as the index counts them, across its end too", () => {
  fc.assert(
    fc.property(text(12), text(80), text(1), (question, passage, next) => {
      const wanted = new Set(evidenceTokens(question));
      const all = new NumberList();
      collectTokens(passage, next, all);
      const indexed = [...all.view()].filter((token) => wanted.has(token));
      const found: number[] = [];
      const marked = new WantedTokens(wanted);
      marked.visit(passage + next, 0, passage.length, passage.length + next.length, (token) => {
        if (wanted.has(token)) found.push(token);
      });
      expect(found.sort((x, y) => x - y)).toEqual(indexed.sort((x, y) => x - y));
    }),
    { numRuns: 500 },
  );
});
