import { existsSync, readFileSync } from "node:fs";
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

describe("the ASVS table of SECURITY.md", () => {
  const security = read("SECURITY.md");
  const rows = [...security.matchAll(/^\| v5\.0\.0-([\d.]+) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
    ([, id = "", level = "", , state = "", proof = ""]) => ({ id, level, state, proof }),
  );

  it("has a line for every requirement of levels 1 and 2, in order, and for no other", () => {
    const expected = Object.entries(asvs).flatMap(([section, count]) =>
      Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect(rows.filter(({ level }) => level === "1")).toHaveLength(70);
    expect(rows.filter(({ level }) => level === "2")).toHaveLength(183);
  });

  it("names tests that are there, under the title it names", () => {
    const missing = rows.flatMap(({ id, state, proof }) => {
      const named = [...proof.matchAll(/`([^`]+\.(?:test|e2e)\.ts)`: “([^”]+)”/g)];
      if (state === "tested" && named.length === 0) return [`${id} names no test`];
      return named.flatMap(([, file = "", title = ""]) => {
        const path = `../${file}`;
        const there = existsSync(new URL(path, import.meta.url)) && read(file).includes(title);
        return there ? [] : [`${id}: ${file} has no test “${title}”`];
      });
    });
    expect(missing).toEqual([]);
  });

  it("gives a reason wherever it names no test, and counts what it says", () => {
    for (const { id, state, proof } of rows) {
      expect(["tested", "by design", "not applicable", "open"], id).toContain(state);
      expect(proof.trim().length, id).toBeGreaterThan(3);
    }
    for (const state of ["tested", "by design", "not applicable", "open"]) {
      expect(security).toContain(`| ${state} | ${rows.filter((row) => row.state === state).length} |`);
    }
    for (const { id } of rows.filter((row) => row.state === "open")) {
      expect(/^Open: .*$/m.exec(security)?.[0]).toContain(`v5.0.0-${id} (`);
    }
  });
});
