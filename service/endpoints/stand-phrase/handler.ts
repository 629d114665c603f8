import { randomBytes } from "node:crypto";
import { jstDate, jstDateTime, jstDayEndMs } from "../../../lib/contract/dates.ts";
import { PhraseId } from "../../../lib/contract/ids.ts";
import { foldPhrase, phraseBounds, phraseFault } from "../../../lib/text/format/standing-phrase.ts";
import { Problem, retryAfter } from "../../http/problem.ts";
import { type FreeHandler, given } from "../handler.ts";

export const standPhrase: FreeHandler<"standPhrase"> = {
  kind: "free",
  async respond(input, { standing, nowMs }, keyId) {
    const phrase = given(input.phrase).trim();
    const fault = phraseFault(phrase);
    if (fault !== undefined) throw new Problem("invalid_query_parameter", faults[fault]);
    const createdAtMs = nowMs();
    const day = jstDate(createdAtMs);
    const phraseId = `ph-${randomBytes(9).toString("base64url")}`;
    const made = await standing.add(
      { phraseId, keyId, phrase, folded: foldPhrase(phrase), createdAtMs },
      day,
      phraseBounds,
    );
    if ("phrase" in made) {
      const { phrase: stored } = made;
      return {
        phrase_id: PhraseId.parse(stored.phraseId),
        phrase: stored.phrase,
        created_at: jstDateTime(stored.createdAtMs),
      };
    }
    if (made.reached === "standing") {
      throw new Problem("standing_limit_reached", `${phraseBounds.standing} phrases of this key stand; end one first.`);
    }
    const opensMs = jstDayEndMs(day);
    const headers = retryAfter(opensMs, createdAtMs);
    throw new Problem(
      "standing_limit_reached",
      `Today ${phraseBounds.newADay} new phrases were made with this key. More may be made from ${jstDateTime(opensMs)}.`,
      { fields: { retry_after_seconds: Number(headers["Retry-After"]) }, headers },
    );
  },
};

const faults = {
  short: `A phrase has at least ${phraseBounds.lengthMin} letters.`,
  long: `A phrase has at most ${phraseBounds.lengthMax} characters.`,
  digits: "A phrase has no digits, in whatever writing.",
};
