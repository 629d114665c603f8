import { agentRoutes, api } from "../../lib/routes.ts";
import { SeededRandom } from "../../lib/spending/simulation/environment.ts";
import type { Programs } from "../programs.ts";
import { Books } from "./books.ts";
import { ErrorLines } from "./error-lines.ts";
import { type DayDocument, findDayMarket } from "./market.ts";
import { Holdings } from "./model.ts";
import type { DayOwner, Scene, Step } from "./scene.ts";
import { Fault, GaveUp, SignedOut, Tab } from "./tab.ts";

/**
 * A day in the house: people and a program do whatever there is to do, in an order that follows from a seed. Several
 * steps run at once; after each such round nothing may have failed, and both ledgers and the balances must agree with
 * the model. Steps are chosen by the seed alone, never by what came of others, so that the same seed walks the same way.
 */
export interface DayOptions {
  readonly programs: Programs;
  readonly steps: readonly Step[];
  readonly seed: number;
  /** Ends after so many steps, or when it is time, but not before the least. */
  readonly stepsMax?: number;
  readonly stepsMin?: number;
  readonly endsAt?: number;
}

export interface DayReport {
  readonly seed: number;
  readonly steps: number;
  readonly gaveUp: number;
  readonly charges: number;
  readonly credits: number;
  readonly byKind: Readonly<Record<string, number>>;
}

const atOnceMax = 4;
const givesUpShare = 0.12;
const givesUpWithinMs = 120;
/** After a request was given up the app may have taken it all the same, a little later. */
const roundsOfGrace = 6;
const grants = [1_000_000, 1_000_000, 300];

interface ChosenStep {
  readonly step: Step;
  readonly owner: DayOwner;
  readonly document: DayDocument;
  /** Undefined where somebody waits to its end. */
  readonly givesUpAfterMs: number | undefined;
  readonly random: SeededRandom;
}

interface Allowance {
  readonly owner: DayOwner;
  readonly credits: number;
  untilRound: number;
}

export async function walkADay({
  programs,
  steps,
  seed,
  stepsMax = Infinity,
  stepsMin = 0,
  endsAt = Infinity,
}: DayOptions): Promise<DayReport> {
  const random = new SeededRandom(seed);
  const firstCookie = await programs.signIn();
  const documents = await findDayMarket(new Tab(programs.webUrl, firstCookie, undefined), random);
  const owners: DayOwner[] = [];
  for (const [at, granted] of grants.entries()) owners.push(await arrive(programs, documents, `owner ${at}`, granted));
  const day = new Day(programs, steps, documents, owners, seed);
  try {
    while (day.steps < stepsMax && (day.steps < stepsMin || performance.now() < endsAt))
      await day.round(Math.min(atOnceMax, stepsMax - day.steps));
    return day.report();
  } catch (error) {
    throw new Fault(`seed ${seed}, ${day.steps} steps: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    day.end();
  }
}

async function arrive(
  programs: Programs,
  documents: readonly DayDocument[],
  name: string,
  granted: number,
): Promise<DayOwner> {
  const { key, id } = programs.makeFundedKey(granted);
  const cookies: [string, string] = [await programs.signIn(key), await programs.signIn(key)];
  const wanted = { name, scope: "spend", daily_cap: 100_000, total_cap: 1_000_000, days: 30, consent: true };
  const made = await new Tab(programs.webUrl, cookies[0], undefined).send("POST", agentRoutes.tokens(), wanted, [201]);
  const { token } = JSON.parse(made.text) as { token: string };
  const lists = { receiptIds: [], answerIds: [], newsIds: [] };
  return { name, key, keyId: id, granted, holdings: new Holdings(documents), cookies, token, ...lists };
}

class Day {
  steps = 0;
  readonly #programs: Programs;
  readonly #kinds: readonly Step[];
  readonly #documents: readonly DayDocument[];
  readonly #owners: readonly DayOwner[];
  readonly #seed: number;
  readonly #books: Books;
  readonly #errors: ErrorLines;
  readonly #byKind = new Map<string, number>();
  /** What each owner looked at last, newest first: people go back to things. */
  readonly #recent = new Map<DayOwner, DayDocument[]>();
  #allowances: Allowance[] = [];
  #round = 0;
  #gaveUp = 0;
  #charges = 0;

  constructor(
    programs: Programs,
    kinds: readonly Step[],
    documents: readonly DayDocument[],
    owners: readonly DayOwner[],
    seed: number,
  ) {
    this.#programs = programs;
    this.#kinds = kinds;
    this.#documents = documents;
    this.#owners = owners;
    this.#seed = seed;
    this.#books = new Books(programs.data);
    this.#errors = new ErrorLines(programs.data);
  }

  async round(stepsMax: number): Promise<void> {
    const random = new SeededRandom(this.#seed * 7_919 + this.steps);
    this.#round += 1;
    const count = Math.min(stepsMax, 1 + random.below(atOnceMax));
    const chosen = Array.from({ length: count }, () => this.#choose(random));
    const signsOut = new Set(chosen.filter(({ step }) => step.name === "sign out").map(({ owner }) => owner));
    const ended = await Promise.allSettled(chosen.map((each) => this.#take(each)));
    this.steps += count;
    const about = chosen.map(({ step, owner, document }) => `${step.name} (${owner.name}, ${document.id})`).join(", ");
    for (const [at, each] of ended.entries()) {
      if (each.status === "fulfilled" || each.reason instanceof GaveUp) continue;
      const mine = chosen[at];
      if (each.reason instanceof SignedOut && mine !== undefined && signsOut.has(mine.owner)) continue;
      throw new Fault(`${mine?.step.name} of ${about}: ${String(each.reason)}`, { cause: each.reason });
    }
    try {
      await this.#compare();
    } catch (error) {
      throw new Fault(`after ${about}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  #choose(random: SeededRandom): ChosenStep {
    const step = pickWeighted(random, this.#kinds);
    const owner = random.pick(this.#owners);
    const recent = this.#recent.get(owner) ?? [];
    const document = recent.length > 0 && random.happens(0.6) ? random.pick(recent) : random.pick(this.#documents);
    this.#recent.set(owner, [document, ...recent.filter((each) => each !== document)].slice(0, 3));
    const givesUpAfterMs = random.happens(givesUpShare) ? random.below(givesUpWithinMs) : undefined;
    return { step, owner, document, givesUpAfterMs, random: new SeededRandom(random.below(2 ** 31)) };
  }

  async #take({ step, owner, document, givesUpAfterMs, random }: ChosenStep): Promise<void> {
    this.#byKind.set(step.name, (this.#byKind.get(step.name) ?? 0) + 1);
    const { webUrl } = this.#programs;
    const giveUp = givesUpAfterMs === undefined ? undefined : AbortSignal.timeout(givesUpAfterMs);
    const tab = new Tab(webUrl, owner.cookies[0], giveUp);
    const allowed: Allowance[] = [];
    const scene: Scene = {
      ...{ webUrl, random, owner, document, tab },
      others: this.#owners.filter((each) => each !== owner),
      otherTab: new Tab(webUrl, owner.cookies[1], giveUp),
      may: (credits) => {
        const allowance = { owner, credits, untilRound: this.#round };
        allowed.push(allowance);
        this.#allowances.push(allowance);
      },
      signInAgain: async () => void (owner.cookies[1] = await this.#programs.signIn(owner.key)),
    };
    try {
      await step.run(scene);
    } catch (error) {
      if (error instanceof GaveUp || giveUp?.aborted === true) {
        this.#gaveUp += 1;
        for (const each of allowed) each.untilRound = this.#round + roundsOfGrace;
        if (!(error instanceof Fault)) throw new GaveUp(step.name);
      }
      throw error;
    }
  }

  async #compare(): Promise<void> {
    for (const child of [this.#programs.web(), this.#programs.service()])
      if (child.exitCode !== null || child.signalCode !== null) throw new Fault("a program ended by itself");
    await this.#books.settle();
    const errors = this.#errors.next();
    if (errors.length > 0) throw new Fault(`an error in a log: ${errors.join("\n")}`);
    if (this.#programs.webSaid().includes("⨯")) throw new Fault(`a page failed: ${this.#programs.webSaid()}`);
    const spent = new Map<DayOwner, number>();
    for (const charge of this.#books.newCharges()) {
      const owner = this.#owners.find(({ keyId }) => keyId === charge.keyId);
      if (owner === undefined) throw new Fault(`${charge.credits} credits were charged to somebody else's key`);
      const twice = owner.holdings.add(charge);
      if (twice.length > 0) throw new Fault(`${owner.name} paid again for ${twice.join(", ")}`);
      spent.set(owner, (spent.get(owner) ?? 0) + charge.credits);
      this.#charges += 1;
    }
    for (const [owner, credits] of spent) {
      const allowed = this.#allowances
        .filter((each) => each.owner === owner)
        .reduce((sum, each) => sum + each.credits, 0);
      if (credits > allowed)
        throw new Fault(`${owner.name} was charged ${credits} where ${allowed} were on the screen`);
    }
    this.#allowances = this.#allowances.filter(({ untilRound }) => untilRound > this.#round);
    for (const owner of this.#owners) {
      this.#books.compare(owner.keyId, { granted: owner.granted, charged: owner.holdings.charged });
      if (this.#round % 10 === 0) await this.#compareShown(owner);
    }
  }

  /** The balance that the owner sees. */
  async #compareShown(owner: DayOwner): Promise<void> {
    const { text } = await new Tab(this.#programs.webUrl, owner.cookies[0], undefined).get(api.credits());
    const { balance } = JSON.parse(text) as { balance: number | null };
    const left = owner.granted - owner.holdings.charged;
    if (balance !== left) throw new Fault(`${owner.name} is shown a balance of ${balance} instead of ${left}`);
  }

  report(): DayReport {
    const kinds = [...this.#byKind].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      ...{ seed: this.#seed, steps: this.steps, gaveUp: this.#gaveUp, charges: this.#charges },
      credits: this.#owners.reduce((sum, { holdings }) => sum + holdings.charged, 0),
      byKind: Object.fromEntries(kinds),
    };
  }

  end(): void {
    this.#books.close();
  }
}

function pickWeighted(random: SeededRandom, steps: readonly Step[]): Step {
  let left = random.fraction() * steps.reduce((sum, { weight }) => sum + weight, 0);
  const found = steps.find(({ weight }) => (left -= weight) < 0) ?? steps[0];
  if (found === undefined) throw new Error("a day without steps");
  return found;
}
