import { loadavg } from "node:os";
import { Books } from "../e2e/day/books.ts";
import { ErrorLines } from "../e2e/day/error-lines.ts";
import { ingestFigures } from "../e2e/day/market.ts";
import { faultOf, giveUp, type Moment, moments, type RawRequest, statusOf } from "../e2e/impatient/give-up.ts";
import { type Held, heldAtLast, type MetricsPorts } from "../e2e/impatient/held.ts";
import { grantedCredits, type Household, makeHousehold } from "../e2e/impatient/household.ts";
import { failuresIn } from "../e2e/impatient/log-failures.ts";
import { type OpenOfBoth, openNow, openWhenQuiet } from "../e2e/impatient/open.ts";
import { serviceRequests } from "../e2e/impatient/service-requests.ts";
import { listTools } from "../e2e/impatient/tool-call.ts";
import { toolRequest } from "../e2e/impatient/tools.ts";
import { plausibleRoutes, refusing, webRequest } from "../e2e/impatient/web-requests.ts";
import { makePrograms, type Programs } from "../e2e/programs.ts";
import { SeededRandom } from "../lib/spending/simulation/environment.ts";
import { freePort } from "./wait-for-program.ts";

/**
 * Requests of every endpoint of both programs and of every tool, given up at every moment:
 *
 *   npm run soak -- impatient --requests 20000 --seed 1
 *
 * Wants what `npm start` has built. Ends with one line of JSON: what each program has open before and after, what it
 * still holds for somebody, and what failed. Fails where the ledgers of both programs differ.
 */
export interface ImpatientTotals {
  readonly seed: number;
  readonly addresses: Counts;
  readonly requests: Counts;
  readonly notMade: number;
  /** Answers that began before their client left, by status. */
  readonly answered: Readonly<Record<string, number>>;
  /** Answers and lines of the logs that are no refusals, the first of each kind. */
  readonly failures: Readonly<Record<string, string>>;
  readonly held: Held;
  readonly before: OpenOfBoth;
  readonly after: OpenOfBoth;
  readonly alive: boolean;
  /** Purchases of the app meanwhile, each booked once. */
  readonly charges: number;
  readonly seconds: number;
  readonly load: number;
}

type Place = "service" | "web" | "tools";
type Counts = Readonly<Record<Place, number>>;

interface Address {
  readonly place: Place;
  readonly name: string;
  make(random: SeededRandom): Promise<RawRequest>;
}

interface Options {
  /** Each address is asked at each moment as often as this allows, and at least once. */
  readonly requests: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

const atOnce = 32;

export async function impatient(options: Options): Promise<ImpatientTotals> {
  const ports = { web: await freePort(), service: await freePort() };
  const programs = await makePrograms({
    issuers: 3,
    webEnv: { HIRAKU_WEB_METRICS_PORT: String(ports.web), HIRAKU_WEBHOOK_NETWORK: "any" },
    serviceEnv: { HIRAKU_METRICS_PORT: String(ports.service) },
  });
  try {
    ingestFigures(programs.data);
    await programs.startService();
    await programs.startWeb();
    return await giveUpAll(programs, ports, options);
  } finally {
    await programs.stop();
  }
}

async function giveUpAll(programs: Programs, ports: MetricsPorts, options: Options): Promise<ImpatientTotals> {
  const household = await makeHousehold(programs);
  const direct = programs.makeFundedKey(grantedCredits);
  const addresses = await addressesOf(household, direct.key);
  const books = new Books(programs.data);
  const first = books.newCharges(direct.id);
  const errors = new ErrorLines(programs.data);
  const random = new SeededRandom(options.seed);
  const asking = new Asking(random);
  // Everything but pages is asked once to its end: threads are started, and what is cached is.
  for (const each of addresses) if (!isDrawnPage(each)) await asking.askFirst(each);
  const before = await openWhenQuiet(programs);
  const from = performance.now();
  const rounds = Math.max(1, Math.round(options.requests / (addresses.length * moments.length)));
  const wanted = Array.from({ length: rounds }, () => shuffled(addresses, random)).flat();
  await asking.askAll(wanted, (done) => {
    const { service, web } = openNow(programs);
    const sizes = [service, web].map(({ descriptors, megabytes }) => `${descriptors} descriptors, ${megabytes} MB`);
    options.say?.(`${done} of ${wanted.length} requests; service ${sizes[0]}; web app ${sizes[1]}`);
  });
  const seconds = Math.round((performance.now() - from) / 1000);
  await books.settle();
  const held = await heldAtLast({ programs, books, ports, keys: [household.key, direct] });
  const charges = books.newCharges(direct.id);
  const charged = [...first, ...charges].reduce((sum, { credits }) => sum + credits, 0);
  books.compare(household.key.id, { granted: grantedCredits, charged });
  books.close();
  const { requests, notMade, answered, failures } = asking;
  return {
    ...{ seed: options.seed, addresses: countPlaces(addresses), requests, notMade, answered },
    ...{ held, before, after: await openWhenQuiet(programs), charges: charges.length, seconds },
    failures: { ...failures, ...failuresIn(errors.next()) },
    alive: [programs.service(), programs.web()].every(({ exitCode }) => exitCode === null),
    load: loadavg()[0] ?? 0,
  };
}

/** Nothing that a request opened is open, nothing is held for it, nothing failed, and both programs live. */
export function isCalm({ alive, held, failures, before, after }: ImpatientTotals): boolean {
  const left = (["service", "web"] as const).flatMap((each) => leftOpen(before[each].files, after[each].files));
  return alive && left.length + Object.keys(held).length + Object.keys(failures).length === 0;
}

export function leftOpen(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((file) => !before.includes(file));
}

async function addressesOf(household: Household, directKey: string): Promise<readonly Address[]> {
  const ofService = Object.entries(serviceRequests(household, directKey)).map(([name, request]): Address => {
    return { place: "service", name, make: () => Promise.resolve(request) };
  });
  const ofWeb = plausibleRoutes().map((route): Address => {
    const make = (random: SeededRandom) => webRequest(household, route, random);
    return { place: "web", name: `${route.method} ${route.path}`, make };
  });
  const tools = (await listTools(household.programs.webUrl, household.token)).map((name): Address => {
    return { place: "tools", name, make: (random) => toolRequest(household, name, random) };
  });
  return [...ofService, ...ofWeb, ...tools];
}

const isDrawnPage = ({ name }: Address) => name.startsWith("getPageImage ");

interface Wanted {
  readonly address: Address;
  readonly moment: Moment;
}

function shuffled(addresses: readonly Address[], random: SeededRandom): Wanted[] {
  const all = addresses.flatMap((address) => moments.map((moment) => ({ address, moment, at: random.fraction() })));
  return all.toSorted((a, b) => a.at - b.at);
}

function countPlaces(addresses: readonly Address[]): Counts {
  const count = (place: Place) => addresses.filter((each) => each.place === place).length;
  return { service: count("service"), web: count("web"), tools: count("tools") };
}

class Asking {
  readonly requests = { service: 0, web: 0, tools: 0 };
  notMade = 0;
  readonly answered: Record<string, number> = {};
  readonly failures: Record<string, string> = {};
  readonly #random: SeededRandom;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** A request that is refused would show nothing: each is answered as long as nobody leaves. */
  async askFirst(address: Address): Promise<void> {
    const status = await this.ask(address, "after the answer");
    const expected = refusing[address.name];
    const isAnswered = expected === undefined ? (status ?? 0) < 400 : status === expected;
    if (!isAnswered) this.failures[address.name] ??= `its first answer was ${status}`;
  }

  async ask({ place, name, make }: Address, moment: Moment): Promise<number | undefined> {
    const request = await make(this.#random).catch((error: unknown) => this.#usedUp(error));
    if (request === undefined) return undefined;
    const answer = await giveUp(request, moment);
    this.requests[place]++;
    const status = statusOf(answer);
    if (status !== undefined) this.answered[status] = (this.answered[status] ?? 0) + 1;
    const fault = faultOf(answer);
    if (fault !== undefined) this.failures[name] ??= fault;
    else if (status === undefined && moment === "after the answer") this.failures[name] ??= "no answer";
    return status;
  }

  /** The quote that a request needs may have been used up or refused meanwhile: it is not made then. */
  #usedUp(error: unknown): undefined {
    if (!(error instanceof Error) || !/ answered 4\d\d: /.test(error.message)) throw error;
    this.notMade++;
  }

  /** Several at once, as one crowd would. */
  async askAll(wanted: readonly Wanted[], say: (done: number) => void): Promise<void> {
    let next = 0;
    const client = async () => {
      for (let at = next++; at < wanted.length; at = next++) {
        const each = wanted[at];
        if (each !== undefined) await this.ask(each.address, each.moment);
        if (at % 2_000 === 1_999) say(at + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
  }
}
