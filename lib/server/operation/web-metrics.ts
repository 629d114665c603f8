import { statfsSync } from "node:fs";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Bounded } from "../../features/feature.ts";
import type { Service } from "../../upstream/service.ts";
import { endpointOfTarget } from "./endpoint-of-target.ts";

/** On a port of their own, never public by accident. They name no owner, no key and no document. */
export interface MetricsSource {
  readonly dataFolder: string;
  /** Its requests are timed. */
  readonly service: Service;
  bounded(): readonly Bounded[];
  /** Purchases without an outcome yet, by state: `intent`, `sent`, `unknown`. */
  openIntents(): Promise<Readonly<Record<string, number>>>;
  storeBytes(): Promise<number>;
  sessionCount(): Promise<number>;
  ownerCount(): Promise<number>;
  keptKeyCount(): Promise<number>;
  /** Deliveries to webhooks that are not settled. */
  waitingDeliveries(): Promise<number>;
  serviceAnswers(): boolean;
}

export interface WebMetrics {
  text(): Promise<string>;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];
const openStates = ["intent", "sent", "unknown"] as const;

export function makeWebMetrics(source: MetricsSource): WebMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const upstream = new Histogram({
    name: "hiraku_web_upstream_seconds",
    help: "Time until the service's answer begins, by endpoint and outcome.",
    labelNames: ["endpoint", "outcome"],
    buckets: seconds,
    registers: [registry],
  });
  source.service.timeRequest = (request, outcome, ms) =>
    upstream.observe({ endpoint: endpointOfTarget(request), outcome }, ms / 1000);
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await readOr(read, Number.NaN));
      },
    });

  new Gauge({
    name: "hiraku_web_open_intents",
    help: "Things to buy that have no outcome yet, by state; unknown ones may have been charged.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const counts = await readOr(() => source.openIntents(), {});
      for (const state of openStates) this.set({ state }, counts[state] ?? 0);
    },
  });
  gauge("hiraku_web_sessions", "Sessions that are signed in.", () => source.sessionCount());
  gauge("hiraku_web_owners", "Owners of libraries.", () => source.ownerCount());
  gauge("hiraku_web_kept_keys", "Owners whose key is kept for feeds and webhooks.", () => source.keptKeyCount());
  gauge("hiraku_web_deliveries_waiting", "Deliveries to webhooks that are still to be made or repeated.", () =>
    source.waitingDeliveries(),
  );
  gauge("hiraku_web_service_answers", "1 where the service answered when it was last asked, else 0.", () =>
    source.serviceAnswers() ? 1 : 0,
  );
  gauge("hiraku_web_disk_free_bytes", "Space left where the data folder lies.", () => {
    const { bavail, bsize } = statfsSync(source.dataFolder);
    return bavail * bsize;
  });
  gauge("hiraku_web_store_bytes", "Size of the web app's store with what is not yet checkpointed.", () =>
    source.storeBytes(),
  );
  return {
    text: async () => `${await registry.metrics()}\n${boundedText(source.bounded())}`,
  };
}

function boundedText(all: readonly Bounded[]): string {
  return all
    .map(({ name, help, size, max }) => {
      const bound =
        max === undefined ? "" : `# HELP ${name}_max Bound of ${name}.\n# TYPE ${name}_max gauge\n${name}_max ${max}\n`;
      return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${size}\n${bound}`;
    })
    .join("");
}

async function readOr<T>(read: () => T | Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch {
    return otherwise;
  }
}
