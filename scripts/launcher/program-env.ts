/** Settings that hold a secret, or an address with a password, and the programs that use them. */
const usedBy: readonly (readonly [string, readonly ProgramName[]])[] = [
  ["HIRAKU_SECRET", ["service", "ingestion", "web"]],
  ["HIRAKU_DATABASE_URL", ["service", "ingestion"]],
  ["HIRAKU_SEARCH_URL", ["service"]],
  ["HIRAKU_EMBEDDING_KEY", ["service"]],
  ["HIRAKU_EDINET_KEY", ["ingestion"]],
  ["HIRAKU_WEB_DATABASE_URL", ["web"]],
  ["HIRAKU_ANSWER_KEY", ["web"]],
];

export type ProgramName = "service" | "web" | "ingestion";

/** The environment of a program, without the secrets that only others use. */
export function envOf(program: ProgramName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = { ...env };
  for (const [name, programs] of usedBy) if (!programs.includes(program)) delete own[name];
  return own;
}
