import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeFiling } from "../../../service/ingest/testing/make-filing.ts";
import { withSamples } from "../../../service/ingest/testing/samples.ts";
import { countFigures } from "./count.ts";
import { readFigures } from "./reading/read-figures.ts";
import { makeReport, makeSummary, zipOf } from "./testing/make-package.ts";

const instance = `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:a="http://a.example">
<context id="c"><entity><identifier scheme="s">e</identifier></entity><period><instant>2026-03-31</instant></period></context>
<unit id="u"><measure>iso4217:JPY</measure></unit>
<a:Assets contextRef="c" unitRef="u" decimals="0">5</a:Assets><a:Debts contextRef="c" unitRef="u" decimals="0">3</a:Debts>
</xbrl>`;

const figure = '<ix:nonFraction name="a:Assets" contextRef="c" unitRef="u">5</ix:nonFraction>';
const quoted = `<html><!-- ${figure} --><p>${figure}<i:nonFraction\n>1</i:nonFraction><nonFraction/></p>
<![CDATA[ ${figure} ]]><ix:nonFractions>7</ix:nonFractions><p>&lt;ix:nonFraction></p><!-- ${figure}</html>`;

const made: readonly (readonly [string, Buffer])[] = [
  ["a report", makeReport()],
  ["a summary", makeSummary({ result: 1200, forecast: [1300, 1400] })],
  [
    "a page with figures in a comment and a CDATA section",
    zipOf({ "XBRL/PublicDoc/0101010_honbun_a_ixbrl.htm": quoted }),
  ],
  ["a filing without figures", makeFiling()],
  ["an instance without pages", zipOf({ "XBRL/PublicDoc/a.xbrl": instance })],
  ["an archive of something else", zipOf({ "readme.txt": "no figures" })],
];

test.each(made)("of %s as many figures are counted as its reader then finds", async (_, zip) => {
  expect(await countFigures(zip)).toBe((await readFigures(zip)).facts.length);
});

test("none, some and those of an instance are told apart", async () => {
  const counts = await Promise.all(made.map(([, zip]) => countFigures(zip)));
  expect(counts.map((count) => count > 0)).toEqual([true, true, true, false, true, false]);
  expect([counts[2], counts[4]]).toEqual([3, 2]);
});

withSamples((sample) => {
  const packages = readdirSync(sample("packages")).filter((name) => name.endsWith(".zip"));
  describe.each(packages)("packages/%s", (name) => {
    test("is counted as it is read", async () => {
      const zip = readFileSync(sample(`packages/${name}`));
      expect(await countFigures(zip)).toBe((await readFigures(zip)).facts.length);
    });
  });
});
