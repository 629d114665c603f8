import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { settingsTable } from "../../lib/kit/settings/settings.ts";
import { root } from "../toolchain.mjs";
import { envOf, type ProgramName } from "./program-env.ts";

/** Without that of the command that a client starts. */
const secrets = settingsTable
  .map(({ name }) => name)
  .filter((name) => /_(?:KEY|SECRET|TOKEN|PASSWORD|DATABASE_URL|SEARCH_URL)$/.test(name) && !/^HIRAKU_MCP_/.test(name));
const plain = { NODE_ENV: "production", PATH: "/bin", HIRAKU_DATA: "/data" } as const;

const programs: [ProgramName, readonly string[], readonly string[]][] = [
  ["web", ["HIRAKU_WEB_DATABASE_URL", "HIRAKU_SECRET", "HIRAKU_ANSWER_KEY"], ["hiraku-web", "hiraku-web@"]],
  [
    "service",
    ["HIRAKU_DATABASE_URL", "HIRAKU_SEARCH_URL", "HIRAKU_SECRET", "HIRAKU_EMBEDDING_KEY"],
    ["hiraku-service", "hiraku-service@"],
  ],
  ["ingestion", ["HIRAKU_DATABASE_URL", "HIRAKU_SECRET", "HIRAKU_EDINET_KEY"], ["hiraku-ingest"]],
];

describe.each(programs)("the %s has the secrets that it uses and no other", (program, wanted, units) => {
  test("under the launcher", () => {
    const env = envOf(program, { ...plain, ...Object.fromEntries(secrets.map((name) => [name, "a secret"])) });
    expect(Object.keys(env).sort()).toEqual([...Object.keys(plain), ...wanted].sort());
  });

  test.each(units)("as the unit %s", (unit) => {
    const text = readFileSync(path.join(root, "docs/operate", `${unit}.service`), "utf8");
    const unset = /^UnsetEnvironment=(.+)$/m.exec(text)?.[1]?.split(" ") ?? [];
    expect(secrets.filter((name) => !unset.includes(name)).sort()).toEqual([...wanted].sort());
  });
});
