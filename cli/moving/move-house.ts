import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { HalfName } from "../../lib/kit/moving/folder-state.ts";
import type { MovingSide } from "../../lib/kit/moving/side.ts";
import type { StoreVerification } from "../../lib/kit/sqlite/verify.ts";
import { secretVersions } from "../../lib/owners/secrets.ts";
import { openWebSide } from "../../lib/store/moving/side.ts";
import { webTables } from "../../lib/store/moving/tables.ts";
import type { WebStoreVerification } from "../../lib/store/verification.ts";
import { openServiceSide } from "../../service/storage/moving/side.ts";
import { serviceTables } from "../../service/storage/moving/tables.ts";
import { ingestFolder } from "../archive/layout.ts";
import { compareCharges } from "../archive/verify-databases.ts";
import { CommandError } from "../command.ts";
import { newMove } from "./closed-sides.ts";
import { HalfMove, type MoveProgress, type MovingHalf, refuseProblems } from "./half-move.ts";
import {
  type House,
  hasService,
  hasWeb,
  isSamePlace,
  isSameServiceStore,
  isSameWebStore,
  refuseUnfit,
  webSecretsOf,
} from "./house.ts";
import { carryDemoKey, setWebIdentity, type WebIdentity, webIdentity } from "./web-identity.ts";

export interface MoveOptions {
  readonly from: House;
  readonly to: House;
  readonly progress: MoveProgress;
  readonly nowMs: () => number;
}

export interface MovedHalf {
  readonly half: HalfName;
  readonly counts: Readonly<Record<string, number>>;
  readonly files: number;
}

export interface MoveReport {
  /** None where everything had been done before. */
  readonly halves: readonly MovedHalf[];
  readonly notes: readonly string[];
}

/** Carries both halves over, or the one that is there. Whoever calls holds the locks of both data folders. */
export async function moveHouse(options: MoveOptions): Promise<MoveReport> {
  const { from, to, progress } = options;
  refuseUnfit(from, to);
  return withHalves(options, async (all) => {
    for (const half of all) await half.look();
    const moves = await beginAll(all);
    const notes: string[] = [];
    for (const half of moves) notes.push(...(await half.copy(progress)));
    if (to.config.data !== from.config.data) await copyLoose(from.config.data, to.config.data);
    const found = new Map<HalfName, StoreVerification>();
    for (const half of moves) found.set(half.half, await half.verify(progress));
    const problems = [...found.values()].flatMap((each) => each.problems);
    refuseProblems("The move is not whole", [
      ...problems,
      ...compareCharges(found.get("web")?.charges, found.get("service")?.charges),
    ]);
    for (const half of moves) await half.index(progress);
    for (const half of moves) await half.sides.end();
    const halves = [...found].map(([half, { counts, requiredFiles }]) => ({ half, counts, files: requiredFiles.size }));
    return { halves, notes };
  });
}

/** Gives up what has been begun and has not ended. */
export async function cancelMove(options: MoveOptions): Promise<void> {
  await withHalves(options, async (all) => {
    const begun: HalfMove[] = [];
    for (const half of all) if ((await half.sides.begunMove()) !== undefined) begun.push(half);
    if (begun.length === 0) throw new CommandError("Nothing of this house is being moved.");
    for (const half of begun) await half.sides.cancel();
  });
}

/** All of them or none; one name for the move of both. Returns those that have not been moved before. */
async function beginAll(all: readonly HalfMove[]): Promise<HalfMove[]> {
  let move = newMove();
  for (const half of all) move = (await half.sides.begunMove()) ?? move;
  const moves: HalfMove[] = [];
  const begun: HalfMove[] = [];
  for (const half of all) {
    try {
      const state = await half.sides.begin(move);
      if (state === "begun") begun.push(half);
      if (state !== "done") moves.push(half);
    } catch (error) {
      for (const each of begun) await each.sides.takeBack();
      throw error;
    }
  }
  return moves;
}

/** Opens what moves, and closes it afterwards. */
async function withHalves<T>(options: MoveOptions, work: (halves: readonly HalfMove[]) => Promise<T>): Promise<T> {
  const { from, to, nowMs } = options;
  const opened: MovingSide[] = [];
  async function open<Side extends MovingSide>(opening: Promise<Side>): Promise<Side> {
    const side = await opening;
    opened.push(side);
    return side;
  }
  try {
    const halves: HalfMove[] = [];
    if (hasService(from) && !(isSameServiceStore(from, to) && isSamePlace(from.config.blobs, to.config.blobs)))
      halves.push(new HalfMove(await serviceHalf(options, open), nowMs));
    if (hasWeb(from) && !(isSameWebStore(from, to) && isSamePlace(from.web.place, to.web.place)))
      halves.push(new HalfMove(await webHalf(options, open), nowMs));
    return await work(halves);
  } finally {
    for (const side of opened) await side.close();
  }
}

type Open = <Side extends MovingSide>(opening: Promise<Side>) => Promise<Side>;

async function serviceHalf({ from, to }: MoveOptions, open: Open): Promise<MovingHalf> {
  const placeOf = ({ config, secrets }: House) => ({ ...config, secrets });
  const source = await open(openServiceSide(placeOf(from)));
  const target = isSameServiceStore(from, to) ? undefined : await open(openServiceSide(placeOf(to)));
  return {
    half: "service",
    from: { data: from.config.data, place: from.config.blobs },
    to: { data: to.config.data, place: to.config.blobs },
    ...{ source, target, tables: serviceTables() },
    mark: async () => (await source.identity()).mark,
    carry: async () => await target?.setIdentity(await source.identity()),
    async index(progress) {
      await target?.index(to.config.search === "embedded", (done, total) =>
        done === 1 ? progress.stage("documents and news indexed", total) : progress.step(),
      );
    },
    look: () => source.verify(),
  };
}

async function webHalf({ from, to }: MoveOptions, open: Open): Promise<MovingHalf> {
  const placeOf = ({ config, web }: House) => ({ data: config.data, databaseUrl: web.databaseUrl });
  const source = await open(openWebSide(placeOf(from)));
  const target = isSameWebStore(from, to) ? undefined : await open(openWebSide(placeOf(to)));
  const identity = (): Promise<WebIdentity> => webIdentity(source, from);
  return {
    half: "web",
    from: { data: from.config.data, place: from.web.place },
    to: { data: to.config.data, place: to.web.place },
    ...{ source, target },
    tables: target === undefined ? [] : webTables([source.database.engine, target.database.engine]),
    mark: async () => (await identity()).mark,
    async carry() {
      if (target !== undefined) await setWebIdentity(target, to, await identity(), webSecretsOf(from));
    },
    index: async () => {},
    async look() {
      const found = await source.verify();
      return { ...found, problems: [...found.problems, ...sealedProblems(found, from)] };
    },
  };
}

/** Secrets must open where the data goes. */
function sealedProblems({ sealedUnder }: WebStoreVerification, from: House): string[] {
  const known = new Set(secretVersions(webSecretsOf(from)).map(({ id }) => id));
  return [...sealedUnder].every((id) => known.has(id))
    ? []
    : ["none of the known secrets opens what is sealed in it, which HIRAKU_SECRET does as the web app has it"];
}

/** The code list and the reports of ingestion, and the demo's key. */
async function copyLoose(from: string, to: string): Promise<void> {
  const folder = join(from, ingestFolder);
  if (existsSync(folder)) await cp(folder, join(to, ingestFolder), { recursive: true });
  carryDemoKey(from, to);
}
