/** Types of toolchain.mjs, for the TypeScript programs that it starts. */
export const root: string;
export function refuse(message: string): never;
export function projectEnv(extra?: Readonly<Record<string, string>>): NodeJS.ProcessEnv;
export function ensureInstalled(set: "run" | "all"): Promise<void>;
export function projectNode(): string;
export function handOver(program: string, set: "run" | "all"): Promise<unknown>;

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly relay?: boolean;
}
export function step(label: string, command: string, args: readonly string[], options?: RunOptions): Promise<string>;
export function runQuietly(
  label: string,
  command: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<{ readonly code: number | null; readonly output: string }>;
