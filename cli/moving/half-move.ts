import { differences } from "../../lib/kit/moving/compare-tables.ts";
import { copyTable, countRows, Progress } from "../../lib/kit/moving/copy-tables.ts";
import type { HalfName } from "../../lib/kit/moving/folder-state.ts";
import type { MovedTable } from "../../lib/kit/moving/moved-table.ts";
import type { MovingSide } from "../../lib/kit/moving/side.ts";
import { claimPlace, replaceMark } from "../../lib/kit/objects/owner.ts";
import { nameOf } from "../../lib/kit/objects/place.ts";
import type { StoreVerification } from "../../lib/kit/sqlite/verify.ts";
import { halves } from "../archive/layout.ts";
import { asSentence, CommandError } from "../command.ts";
import { type ClosedSides, closeBoth, closeStore } from "./closed-sides.ts";
import { isSamePlace } from "./house.ts";
import { type FilesPlace, isInFolder, MovedFiles } from "./move-files.ts";

export interface MoveProgress {
  /** A new kind of work begins. */
  stage(what: string, total: number): void;
  step(count?: number): void;
}

/** One half of a house, and where it goes. */
export interface MovingHalf {
  readonly half: HalfName;
  readonly from: FilesPlace;
  readonly to: FilesPlace;
  readonly source: MovingSide;
  /** Undefined where the store stays, and the files alone go elsewhere. */
  readonly target: MovingSide | undefined;
  readonly tables: readonly MovedTable[];
  /** Marks the place of its files. */
  mark(): Promise<string>;
  /** Brings over what the half is beside its rows and files. */
  carry(): Promise<void>;
  /** Builds the search index at the end. */
  index(progress: MoveProgress): Promise<void>;
  /** Verifies the source before it is closed. */
  look(): Promise<StoreVerification>;
}

/** The move of one half, in steps of which every one can be done again. */
export class HalfMove {
  readonly half: HalfName;
  readonly sides: ClosedSides;
  readonly #moving: MovingHalf;
  readonly #files: MovedFiles | undefined;
  readonly #what: string;
  #required: ReadonlySet<string> = new Set();

  constructor(moving: MovingHalf, nowMs: () => number) {
    const { half, from, to, source, target, tables } = moving;
    this.half = half;
    this.#moving = moving;
    this.#files = isSamePlace(from.place, to.place) ? undefined : new MovedFiles(half, from, to);
    this.#what = ` of ${halves.find(({ name }) => name === half)?.title}`;
    this.sides =
      target === undefined
        ? closeStore({ from: source, place: nameOf(to.place), nowMs })
        : closeBoth({ half, from: source, to: target, tables, nowMs });
  }

  /** The source is whole and the target empty, before anything is closed. */
  async look(): Promise<void> {
    const { source, target, to } = this.#moving;
    const isNew = (await (target ?? source).state()) === undefined;
    if (this.#files !== undefined && isNew && !(await this.#files.isTargetEmpty())) {
      throw new CommandError(`${nameOf(to.place)} is not empty; name an empty place.`);
    }
    if ((await source.state()) === undefined) await source.prepare();
    const found = await this.#moving.look();
    refuseProblems(`${source.name} is not whole`, found.problems);
    this.#required = found.requiredFiles;
  }

  async copy(progress: MoveProgress): Promise<string[]> {
    const { to, target } = this.#moving;
    if (this.#files !== undefined && !this.#isInFolder()) await claimPlace(to.place, await this.#claim());
    if (target !== undefined) await this.#copyRows(target, progress);
    const notes = await this.#copyFiles(progress);
    await this.#moving.carry();
    return notes;
  }

  async #copyRows(target: MovingSide, progress: MoveProgress): Promise<void> {
    const { source, tables, half } = this.#moving;
    const done = new Progress(target.database, half);
    await done.prepare();
    progress.stage(`rows${this.#what}`, await this.#countRows());
    for (const table of tables) {
      if (await done.of(table.name)) progress.step(await countRows(target.database, table));
      await copyTable(source.database, target.database, table, done, (count) => progress.step(count));
    }
  }

  async #countRows(): Promise<number> {
    let total = 0;
    for (const table of this.#moving.tables) total += await countRows(this.#moving.source.database, table);
    return total;
  }

  async #copyFiles(progress: MoveProgress): Promise<string[]> {
    if (this.#files === undefined) return [];
    progress.stage(`files${this.#what}`, await this.#files.count());
    const damaged = await this.#files.copy(() => progress.step());
    refuseProblems(
      "Files are damaged",
      damaged.filter((hash) => this.#required.has(hash)).map((hash) => `the file ${hash} is damaged`),
    );
    return damaged.length === 0 ? [] : [`${damaged.length} damaged files that nothing needs were left behind`];
  }

  /** Counts and hashes of all rows, what the store itself says of its ledger, and every file read back. */
  async verify(progress: MoveProgress): Promise<StoreVerification> {
    const { source, target, tables } = this.#moving;
    const problems: string[] = [];
    if (target !== undefined) {
      progress.stage(`rows compared${this.#what}`, await this.#countRows());
      problems.push(...(await differences(source.database, target.database, tables, (count) => progress.step(count))));
    }
    const found = await (target ?? source).verify();
    problems.push(...found.problems);
    if (this.#files !== undefined) {
      progress.stage(`files read back${this.#what}`, await this.#files.count());
      problems.push(...(await this.#files.verify(found.requiredFiles, () => progress.step())));
    }
    return { ...found, problems };
  }

  async index(progress: MoveProgress): Promise<void> {
    await this.#moving.index(progress);
    // The same place, which has the mark of a house that is left.
    const stays = this.#files === undefined && !this.#isInFolder();
    if (stays) await replaceMark(this.#moving.to.place, await this.#claim());
  }

  #isInFolder(): boolean {
    return isInFolder(this.half, this.#moving.to);
  }

  async #claim() {
    return { program: this.half, dataFolder: this.#moving.to.data, mark: await this.#moving.mark() } as const;
  }
}

export function refuseProblems(what: string, problems: readonly string[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new CommandError(
    asSentence(`${what}: ${first}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ""}`),
  );
}
