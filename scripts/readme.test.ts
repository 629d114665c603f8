import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { settingsTable } from "../lib/kit/settings/settings.ts";

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");

function tableOfSettings(): string {
  const lines = settingsTable.map(({ name, fallback, meaning }) => {
    return `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${meaning.replaceAll("|", "\\|")} |`;
  });
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...lines].join("\n");
}

describe("docs/settings.md", () => {
  it("lists each setting of both programs with its default and meaning, as the code has it", () => {
    const between = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(read("docs/settings.md"))?.[1];
    expect(between).toBe(tableOfSettings());
  });
});

/** Sections of ASVS 5.0.0 with how many requirements of levels 1 and 2 each has; those of level 3 come after them. */
const asvs: Readonly<Record<string, number>> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4 },
  ...{ "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3 },
  ...{ "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5 },
  ...{
    "7.5": 2,
    "7.6": 2,
    "8.1": 2,
    "8.2": 3,
    "8.3": 1,
    "8.4": 1,
    "9.1": 3,
    "9.2": 4,
    "10.1": 2,
    "10.2": 2,
    "10.3": 4,
  },
  ...{ "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1 },
  ...{ "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3 },
  ...{
    "15.1": 3,
    "15.2": 3,
    "15.3": 7,
    "16.1": 1,
    "16.2": 5,
    "16.3": 4,
    "16.4": 3,
    "16.5": 3,
    "17.1": 1,
    "17.2": 4,
    "17.3": 2,
  },
};

describe("docs/asvs.md", () => {
  const page = read("docs/asvs.md");
  const expected = Object.entries(asvs).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const between = (from: string, to = from) => expected.slice(expected.indexOf(from), expected.indexOf(to) + 1);
  const rows = [...page.matchAll(/^- ([\d.]+) (.+?): (.+)$/gm)].map(([, id = "", , proof = ""]) => ({ id, proof }));
  const without = [...page.matchAll(/^- not applicable, .+: ([\d., \u2013]+)$/gm)].flatMap(([, ids = ""]) =>
    ids.split(", ").flatMap((each) => between(...(each.split("–") as [string, string?]))),
  );
  const tests = new Map(
    [...page.matchAll(/^- (T\d+) `([^`]+)`: “(.+)”$/gm)].map(([, name = "", file = "", title = ""]) => [
      name,
      { file, title },
    ]),
  );

  it("has each requirement of levels 1 and 2 once, and no other", () => {
    expect([...rows.map(({ id }) => id), ...without].sort()).toEqual([...expected].sort());
    expect(expected).toHaveLength(253);
  });

  it("names tests that exist under their titles, or gives a reason", () => {
    for (const [name, { file, title }] of tests) expect(read(file), name).toContain(title);
    for (const { id, proof } of rows) {
      expect(proof, id).toMatch(/^(T\d+|by design\. .{3,}|open\. .{3,})/);
      for (const [name] of proof.matchAll(/\bT\d+\b/g)) expect(tests.has(name), `${id}: ${name}`).toBe(true);
    }
  });

  it("counts what it says", () => {
    const count = (start: string) => rows.filter(({ proof }) => proof.startsWith(start)).length;
    const counts = `Of 253 requirements ${count("T")} are tested, ${count("by design")} hold by design, ${count("open")} are open`;
    expect(page).toContain(`${counts}, and ${without.length} do not apply`);
    for (const { id } of rows.filter(({ proof }) => proof.startsWith("open")))
      expect(/^Open: .*$/m.exec(read("SECURITY.md"))?.[0]).toContain(`${id} (`);
  });
});
