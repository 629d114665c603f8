import { randomUUID } from "node:crypto";
import { differences } from "../../lib/moving/compare-tables.ts";
import { copyTable, countRows, filledTables, Progress } from "../../lib/moving/copy-tables.ts";
import type { HalfName, MoveState } from "../../lib/moving/folder-state.ts";
import type { MovedTable } from "../../lib/moving/moved-table.ts";
import type { StoreVerification } from "../../lib/sqlite/verify.ts";
import type { MovingSide } from "../../service/storage/moving/side.ts";
import { CommandError } from "../command.ts";

export interface MovingHalf<Side extends MovingSide = MovingSide> {
  readonly half: HalfName;
  readonly from: Side;
  readonly to: Side;
  readonly tables: readonly MovedTable[];
}

export interface MoveProgress {
  /** A new kind of work begins. */
  stage(what: string, total: number): void;
  step(count?: number): void;
}

/** The rows of one half, from one engine to another. Every step can be done again. */
export class RowsMove {
  readonly #moving: MovingHalf;
  readonly #nowMs: () => number;
  #move = "";

  constructor(moving: MovingHalf, nowMs: () => number) {
    this.#moving = moving;
    this.#nowMs = nowMs;
  }

  /**
   * Closes the source and makes sure of the target: empty, or filled by this move. Both say so from now on to whoever
   * opens them, so that a move that was killed leaves no half-filled house to be served and no left one to be changed.
   * True where all was done before.
   */
  async begin(): Promise<boolean> {
    const { from, to } = this.#moving;
    const [left, filled] = [await from.state(), await to.state()];
    if (left?.role === "left" && filled === undefined) return true;
    if (left !== undefined && left.other !== to.name) {
      throw new CommandError(
        left.role === "left"
          ? `${from.name} was moved to ${left.other} before.`
          : `${from.name} is being moved to ${left.other}: finish that first, or give it up with --cancel.`,
      );
    }
    if (filled !== undefined && (filled.role !== "filling" || filled.move !== left?.move)) {
      throw new CommandError(`${to.name} holds what another move has left there; name an empty one, or empty it.`);
    }
    if (filled === undefined) await this.#refuseFilled();
    this.#move = left?.move ?? randomUUID();
    if (left === undefined) await from.setState(this.#state("leaving", to.name));
    try {
      await from.exclude();
      if (filled === undefined) await to.setState(this.#state("filling", from.name));
      await to.exclude();
      await from.settle();
    } catch (error) {
      if (left === undefined) await this.#reopen();
      throw error;
    }
    return false;
  }

  async #refuseFilled(): Promise<void> {
    const { to, tables } = this.#moving;
    await to.prepare();
    const [first] = await filledTables(to.database, tables);
    if (first !== undefined)
      throw new CommandError(`${to.name} is not empty (it has rows in ${first}); name an empty one.`);
  }

  async #reopen(): Promise<void> {
    const { from, to } = this.#moving;
    await to.setState(undefined);
    await to.admit();
    await from.admit();
    await from.setState(undefined);
  }

  async copy(progress: MoveProgress): Promise<void> {
    const { from, to, tables, half } = this.#moving;
    const done = new Progress(to.database, half);
    await done.prepare();
    let total = 0;
    for (const table of tables) total += await countRows(from.database, table);
    progress.stage("rows", total);
    for (const table of tables) {
      if (await done.of(table.name)) progress.step(await countRows(to.database, table));
      await copyTable(from.database, to.database, table, done, (count) => progress.step(count));
    }
  }

  /** Counts and hashes of all rows, and what the store itself says of its ledger. */
  async verify(progress: MoveProgress): Promise<{ readonly problems: string[]; readonly found: StoreVerification }> {
    const { from, to, tables } = this.#moving;
    let total = 0;
    for (const table of tables) total += await countRows(from.database, table);
    progress.stage("rows compared", total);
    const different = await differences(from.database, to.database, tables, (count) => progress.step(count));
    const found = await to.verify();
    return { problems: [...different, ...found.problems], found };
  }

  /** The source first: at worst both are closed for a moment, and never both open. */
  async end(): Promise<void> {
    const { from, to, half } = this.#moving;
    await from.setState(this.#state("left", to.name));
    await new Progress(to.database, half).drop();
    await to.setState(undefined);
    await to.admit();
  }

  async cancel(): Promise<void> {
    const { from, to } = this.#moving;
    const [left, filled] = [await from.state(), await to.state()];
    if (left?.role !== "leaving" || left.other !== to.name)
      throw new CommandError(`${from.name} is not being moved to ${to.name}.`);
    // What is there belongs to no move from now on, and is never served.
    if (filled?.move === left.move) await to.setState({ ...filled, move: `${filled.move} given up` });
    await from.admit();
    await from.setState(undefined);
  }

  #state(role: MoveState["role"], other: string): MoveState {
    return { move: this.#move, role, other, at: new Date(this.#nowMs()).toISOString() };
  }
}
