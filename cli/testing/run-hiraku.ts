import { environment as variables } from "../../service/config.ts";
import { hiraku } from "../hiraku.ts";

/** The command in this process, which is quicker than one of its own. */
export async function runHiraku(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await hiraku(args, {
    env: { ...variables, ...env },
    print: (line) => void out.push(`${line}\n`),
    warn: (line) => void err.push(`${line}\n`),
    isTerminal: false,
  });
  return { code, out: out.join(""), err: err.join("") };
}
