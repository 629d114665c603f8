import { beforeEach, expect, test } from "vitest";
import { questionUnit } from "../kinds/questions.ts";
import { parseSingle } from "../pricing/actions.ts";
import { ann, at, buy, inTime, restart } from "../testing/purchase-setup.ts";
import { storedAnswer } from "./owned.ts";

beforeEach(() => restart());

const search = { kind: "search_documents", input: { query: "為替" } } as const;

test.each([
  [7, 7],
  [undefined, 0],
])(
  "an answer of a service that says %s publications can't be found yet is stored with that",
  async (searchBehind, stored) => {
    restart(searchBehind === undefined ? {} : { searchBehind });
    await buy(search);
    const action = parseSingle(search);
    if (action.kind !== "search_documents") throw new Error("another question");
    const answer = await inTime(storedAnswer(at.app.deps, at.app.rows, ann, questionUnit(action)));
    expect(answer?.search_behind).toBe(stored);
  },
);
