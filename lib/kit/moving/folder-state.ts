import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** A half is left or filled now, or was left for good. */
export const MoveState = z.object({
  /** The same on both sides. */
  move: z.string().min(1),
  role: z.enum(["leaving", "filling", "left"]),
  /** The other side, without secrets. */
  other: z.string(),
  at: z.string(),
});
export type MoveState = z.infer<typeof MoveState>;

export type HalfName = "service" | "web";

export const moveFileName = (half: HalfName): string => `${half}-move.json`;

export function readFolderState(folder: string, half: HalfName): MoveState | undefined {
  try {
    return MoveState.parse(
      JSON.parse(readFileSync(join(/* turbopackIgnore: true */ folder, moveFileName(half)), "utf8")),
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(
      `${join(folder, moveFileName(half))} can't be read, so that it is not known whether this is served elsewhere.`,
      { cause: error },
    );
  }
}

export function writeFolderState(folder: string, half: HalfName, state: MoveState | undefined): void {
  const file = join(/* turbopackIgnore: true */ folder, moveFileName(half));
  if (state === undefined) rmSync(file, { force: true });
  else {
    writeFileSync(`${file}.tmp`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.tmp`, file);
  }
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Every program asks before it opens a store: two houses with the same credits must never be served. */
export function refuseMoved(place: string, state: MoveState | undefined): void {
  if (state === undefined) return;
  const { role, other, at } = state;
  if (role === "left")
    throw new Error(`${place} was moved to ${other} on ${at.slice(0, 10)}, and is served from there.`);
  const what = role === "leaving" ? `being moved to ${other}` : `being filled from ${other}`;
  throw new Error(`${place} is ${what}: the same 'hiraku move' again goes on, and with --cancel gives it up.`);
}

export function refuseMovedFolder(folder: string, half: HalfName): void {
  refuseMoved(folder, readFolderState(folder, half));
}
