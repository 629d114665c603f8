import { Agent, buildConnector } from "undici";
import type { MarketFreshness } from "../contract/resources.ts";
import { Memo } from "../kit/memo.ts";
import { RetryBuckets } from "../kit/retry/retry-bucket.ts";
import type { Settings } from "../settings.ts";
import { type Availability, makeAvailability, timeout } from "./availability.ts";
import type { Contents } from "./contents.ts";
import { measureHealth } from "./health.ts";
import { KeyStates } from "./key-state.ts";
import { KnownTiers } from "./known-tiers.ts";

/** Sessions may belong to other service addresses, but to few. */
const servicesMax = 16;
const contentsMax = 300;

export interface ServiceOptions {
  readonly settings: Pick<Settings, "apiAuthorization" | "apiTimeoutMs">;
  /** Called with the id of a key that the service no longer accepts. */
  readonly keyRefused?: (keyId: string) => Promise<void>;
}

/** Called for every request: its method and target, how it ended, how long it took. */
type RequestTimer = (request: { method: string; target: string }, outcome: string, ms: number) => void;

/** The last state of its market that a service gave; undefined where it doesn't say. */
export interface KnownFreshness {
  readonly atMs: number;
  readonly asked: Promise<MarketFreshness | undefined>;
}

/** The connections to the disclosure service, and what its answers have said: of itself, of keys, prices and contents. */
export class Service implements AsyncDisposable {
  readonly settings: ServiceOptions["settings"];
  readonly agent = openConnections();
  readonly keys = new KeyStates();
  readonly tiers = new KnownTiers();
  /** Tables of contents by which documents are compared, by key and document. */
  readonly contents = new Memo<Contents>(contentsMax);
  readonly freshness = new Memo<KnownFreshness>(servicesMax);
  readonly retries = new RetryBuckets({ capacity: 10, perSecond: 1 });
  /** Requests that are not answered to the end. */
  requestsUnderWay = 0;
  /** Set by the metrics. `outcome` is the class of the answer's status, such as `2xx`, or the code of the failure. */
  timeRequest: RequestTimer = () => undefined;
  readonly #keyRefused: (keyId: string) => Promise<void>;
  readonly #availability = new Memo<Availability>(servicesMax);

  constructor({ settings, keyRefused = () => Promise.resolve() }: ServiceOptions) {
    this.settings = settings;
    this.#keyRefused = keyRefused;
  }

  availabilityOf(baseUrl: string): Availability {
    const known = this.#availability.get(baseUrl);
    if (known !== undefined) return known;
    const { apiTimeoutMs } = this.settings;
    const made = makeAvailability({
      pageWaitMaxMs: apiTimeoutMs,
      now: () => performance.now(),
      checkHealth: async () => (await measureHealth(baseUrl, apiTimeoutMs)).reachable,
      isAsking: () => this.requestsUnderWay > 0,
      nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
      after: timeout,
    });
    this.#availability.set(baseUrl, made);
    return made;
  }

  /** Only the interface's own code counts, since a proxy's 401, a 403 or a failure says nothing about the key. */
  async noteRefusal(keyId: string, problem: { readonly status: number; readonly code: string }): Promise<void> {
    if (problem.status === 401 && problem.code === "invalid_api_key") await this.#keyRefused(keyId);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.agent.destroy();
  }
}

/** No connection was made: unknown name, nothing listening, or untrusted TLS. No byte of a request was sent. */
export class NotConnected extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NotConnected";
  }
}

function openConnections(): Agent {
  // Only here can a failure to connect be distinguished from a later one, since both may have the code ECONNRESET.
  const connect = buildConnector({ timeout: 5_000, allowH2: false });
  return new Agent({
    connect: (options, callback) => {
      connect(options, (...[error, socket]) =>
        error === null ? callback(null, socket) : callback(new NotConnected(error), null),
      );
    },
    // Shorter than servers' usual value, so that a server does not close a connection while a request is being written to
    // it.
    keepAliveTimeout: 3_000,
    connections: 64,
  });
}
