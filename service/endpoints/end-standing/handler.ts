import { PhraseId } from "../../../lib/contract/ids.ts";
import { type FreeHandler, given } from "../handler.ts";

export const endStanding: FreeHandler<"endStanding"> = {
  kind: "free",
  async respond(input, { standing }, keyId) {
    const phrase_id = PhraseId.parse(given(input.phrase_id));
    await standing.end(keyId, phrase_id);
    return { phrase_id };
  },
};
