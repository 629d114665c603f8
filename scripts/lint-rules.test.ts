import path from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
/** Only the rule that is asked about, which needs no types: making those takes a minute. */
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId === "no-restricted-syntax",
  overrideConfig: { languageOptions: { parserOptions: { projectService: false, project: false } } },
});

async function restricted(code: string, file: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return (result?.messages ?? []).flatMap(({ ruleId, message }) =>
    ruleId === "no-restricted-syntax" ? [message] : [],
  );
}

describe("casts that check nothing", () => {
  it.each(["export const a = 1 as never;", "export const a = 1 as unknown as string;"])(
    "are refused: %s",
    async (code) => {
      for (const file of ["lib/settings.ts", "service/config.ts", "lib/settings.test.ts", "components/ui/Dialog.tsx"]) {
        expect(await restricted(code, file), file).toHaveLength(1);
      }
    },
  );

  it("leave a cast that the compiler checks, and a value of unknown type", async () => {
    const code = 'export const a = "7203" as string; export const b = JSON.parse("1") as unknown;';
    expect(await restricted(code, "lib/settings.ts")).toEqual([]);
  });
});

describe("a zero in place of a missing element", () => {
  const code = "export const at = (list: number[], i: number) => list[i] ?? 0;";
  const optional = "export const at = (list: number[] | undefined, i: number) => list?.[i] ?? 0;";

  it("is refused where offsets and scores are computed", async () => {
    for (const file of ["lib/text/format/fold.ts", "lib/text/toc/cut.ts", "service/search/core/lexical.ts"]) {
      expect(await restricted(code, file), file).toHaveLength(1);
      expect(await restricted(optional, file), file).toHaveLength(1);
    }
  });

  it("leaves counting in a map, and the rest of the project", async () => {
    const counting = "export const n = (counts: Map<string, number>) => counts.get('a') ?? 0;";
    expect(await restricted(counting, "lib/text/format/fold.ts")).toEqual([]);
    expect(await restricted(code, "components/ui/text-index.ts")).toEqual([]);
  });
});

describe("a name on the process", () => {
  it.each([
    "Object.assign(globalThis, { texts: 1 });",
    "export const a = globalThis;",
    "export const a: { texts?: string } = globalThis;",
    "globalThis.name = 'texts';",
    "export const a: typeof globalThis & { hirakuTexts?: string } = globalThis;",
    "export const a = Symbol.for('texts');",
  ])("is refused: %s", async (code) => {
    for (const file of [
      "lib/settings.ts",
      "lib/text/format/fold.ts",
      "service/config.ts",
      "components/ui/Dialog.tsx",
    ]) {
      expect(await restricted(code, file), file).toHaveLength(1);
    }
  });

  it("is left in tests", async () => {
    expect(await restricted("Object.assign(globalThis, {});", "lib/settings.test.ts")).toEqual([]);
  });
});
