import { randomUUID } from "node:crypto";
import { filledTables, Progress } from "../../lib/kit/moving/copy-tables.ts";
import type { HalfName, MoveState } from "../../lib/kit/moving/folder-state.ts";
import type { MovedTable } from "../../lib/kit/moving/moved-table.ts";
import type { MovingSide } from "../../lib/kit/moving/side.ts";
import { CommandError } from "../command.ts";

/** Every step can be done again. */
export interface ClosedSides {
  /** Closes them for this move, or for the one that was begun before. `done` where all was done then. */
  begin(move: string): Promise<"begun" | "resumed" | "done">;
  /** Of a move that was only begun. */
  takeBack(): Promise<void>;
  end(): Promise<void>;
  cancel(): Promise<void>;
  begunMove(): Promise<string | undefined>;
}

interface Sides {
  readonly half: HalfName;
  readonly from: MovingSide;
  readonly to: MovingSide;
  readonly tables: readonly MovedTable[];
  readonly nowMs: () => number;
}

/**
 * The store goes elsewhere. Source and target both say so from now on to whoever opens them, so that a move that was
 * killed leaves no half-filled house to be served and no left one to be changed.
 */
export function closeBoth({ half, from, to, tables, nowMs }: Sides): ClosedSides {
  let move = "";
  const stateOf = (role: MoveState["role"], other: string): MoveState => ({
    ...{ move, role, other },
    at: new Date(nowMs()).toISOString(),
  });

  async function refuseFilled(): Promise<void> {
    await to.prepare();
    const [first] = await filledTables(to.database, tables);
    if (first !== undefined)
      throw new CommandError(`${to.name} is not empty (it has rows in ${first}); name an empty one.`);
  }

  async function takeBack(): Promise<void> {
    await to.setState(undefined);
    await to.admit();
    await from.admit();
    await from.setState(undefined);
  }

  return {
    begunMove: async () => (await from.state())?.move,
    takeBack,
    async begin(newMove) {
      const [left, filled] = [await from.state(), await to.state()];
      refuseOther(from.name, left, to.name);
      if (left?.role === "left" && filled === undefined) return "done";
      if (filled !== undefined && (filled.role !== "filling" || filled.move !== left?.move)) {
        throw new CommandError(`${to.name} holds what another move has left there; name an empty one, or empty it.`);
      }
      if (filled === undefined) await refuseFilled();
      move = left?.move ?? newMove;
      if (left === undefined) await from.setState(stateOf("leaving", to.name));
      try {
        await from.exclude();
        if (filled === undefined) await to.setState(stateOf("filling", from.name));
        await to.exclude();
        await from.settle();
      } catch (error) {
        if (left === undefined) await takeBack();
        throw error;
      }
      return left === undefined ? "begun" : "resumed";
    },
    /** The source first: at worst both are closed for a moment, and never both open. */
    async end() {
      await from.setState(stateOf("left", to.name));
      await new Progress(to.database, half).drop();
      await to.setState(undefined);
      await to.admit();
    },
    async cancel() {
      const [left, filled] = [await from.state(), await to.state()];
      if (left?.role !== "leaving" || left.other !== to.name)
        throw new CommandError(`${from.name} is not being moved to ${to.name}.`);
      // The filled copy belongs to no move from now on, and is never served.
      if (filled?.move === left.move) await to.setState({ ...filled, move: `${filled.move} given up` });
      await from.admit();
      await from.setState(undefined);
    },
  };
}

/** Only the files go elsewhere: the store stays, and is closed meanwhile. */
export function closeStore({
  from,
  place,
  nowMs,
}: Pick<Sides, "from" | "nowMs"> & { readonly place: string }): ClosedSides {
  async function open(): Promise<void> {
    await from.admit();
    await from.setState(undefined);
  }
  return {
    begunMove: async () => (await from.state())?.move,
    takeBack: open,
    async begin(move) {
      const known = await from.state();
      refuseOther(from.name, known, place);
      if (known === undefined) {
        await from.setState({ move, role: "leaving", other: place, at: new Date(nowMs()).toISOString() });
      }
      try {
        await from.exclude();
        await from.settle();
      } catch (error) {
        if (known === undefined) await open();
        throw error;
      }
      return known === undefined ? "begun" : "resumed";
    },
    end: open,
    async cancel() {
      const known = await from.state();
      if (known?.role !== "leaving" || known.other !== place)
        throw new CommandError(`The files of ${from.name} are not being moved to ${place}.`);
      await open();
    },
  };
}

function refuseOther(name: string, known: MoveState | undefined, to: string): void {
  if (known === undefined || known.other === to) return;
  throw new CommandError(
    known.role === "left"
      ? `${name} was moved to ${known.other} before.`
      : `${name} is being moved to ${known.other}: finish that first, or give it up with --cancel.`,
  );
}

export const newMove = (): string => randomUUID();
