/** bench: drafts of statements whose truth is known, checked against owned filings: what is found, believed and accused. */
import { givenFilings } from "../lib/features/check/testing/given.ts";
import { measure } from "../lib/features/check/testing/measure.ts";
import { withSamples } from "../service/ingest/testing/samples.ts";
import { atLeast, atMost, quick } from "./web/figures.ts";

const count = quick ? 400 : 2_000;
/** No statement was looked at with these while the check was written. */
const seeds = [101, 102, 103];

withSamples((sample) => void measureAll(sample));

async function measureAll(sample: (path: string) => string): Promise<void> {
  for (const owned of ["text", "figures"] as const) {
    const filings = await givenFilings(sample, owned);
    const found = seeds.map((seed) => measure(filings, { count, seed }));
    const shares = (of: (each: (typeof found)[number]) => number) => found.map(of);
    console.log(`\n${count} statements, half of them true, three draws; the filings' ${owned} is owned`);
    atLeast(
      "true ones found",
      shares((each) => each.found / each.trueCount),
      0.8,
    );
    atMost(
      "true ones said to differ",
      shares((each) => each.accused / each.trueCount),
      0.005,
    );
    atMost(
      "false ones believed",
      shares((each) => each.believed),
      0,
    );
    atLeast(
      "false ones with their kind",
      shares((each) => each.classed / each.falseCount),
      0.75,
    );
  }
}
