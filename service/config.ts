import { resolve } from "node:path";
import { defaultContentTiers } from "../lib/contract/prices.ts";
import { ContentTier } from "../lib/contract/resources.ts";

/**
 * The settings of the service: the only reader of its environment. Each has a default; a wrong value stops the
 * start and is named. The README's table is compared with this one by a test.
 */
export interface Setting<T> {
  readonly name: `HIRAKU_${string}`;
  readonly description: string;
  /** As it would be written in the environment. */
  readonly fallback: string;
  read(text: string): T;
}

/** A value that can't be used; its message is one line for the terminal. */
export class SettingError extends Error {}

function setting<T>(
  name: Setting<T>["name"],
  fallback: string,
  description: string,
  read: (text: string) => T | undefined,
  expected: string,
): Setting<T> {
  return {
    name,
    fallback,
    description,
    read(text) {
      const value = read(text.trim());
      if (value === undefined) throw new SettingError(`${name} must be ${expected}, and is '${text.slice(0, 80)}'.`);
      return value;
    },
  };
}

const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  return /^[0-9]+$/.test(text) && value >= min && value <= max ? value : undefined;
};
const oneOf =
  <const V extends string>(...values: V[]) =>
  (text: string) =>
    values.find((value) => value === text);

const count = (name: Setting<number>["name"], fallback: number, min: number, max: number, description: string) =>
  setting(name, String(fallback), description, integer(min, max), `a whole number from ${min} to ${max}`);

export const settings = {
  data: setting(
    "HIRAKU_DATA",
    ".data",
    "Folder of everything that is kept: the stores, the files, the secrets.",
    (text) => (text === "" ? undefined : resolve(text)),
    "a folder",
  ),
  host: setting(
    "HIRAKU_API_HOST",
    "127.0.0.1",
    "Address the service listens on.",
    (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined),
    "an address or a host name",
  ),
  port: count("HIRAKU_API_PORT", 8787, 0, 65_535, "Port the service listens on; 0 takes a free one."),
  publicUrl: setting(
    "HIRAKU_API_PUBLIC_URL",
    "",
    "Public base URL, with which the `type` of a problem begins. Empty: the address listened on.",
    readPublicUrl,
    "an http or https URL without query",
  ),
  contentTiers: setting(
    "HIRAKU_CONTENT_TIERS",
    defaultContentTiers.map((tier) => `${tier.max_characters ?? "*"}:${tier.credits}`).join(","),
    "Prices of a body by its characters: `most characters:credits`, ascending, `*` for the last.",
    readTiers,
    "ascending `characters:credits` pairs that end with `*:credits`",
  ),
  wrongKeysPerMinute: count(
    "HIRAKU_WRONG_KEYS_PER_MINUTE",
    30,
    1,
    1_000_000,
    "Wrong API keys that one address may send in a minute before it is answered 429.",
  ),
  trustForwarded: setting(
    "HIRAKU_API_TRUST_FORWARDED",
    "off",
    "Whether the last address of X-Forwarded-For is the caller's: `on` only behind a proxy of your own.",
    oneOf("on", "off"),
    "on or off",
  ),
  searchTimeoutMs: count("HIRAKU_SEARCH_TIMEOUT_MS", 5_000, 1, 600_000, "A search that takes longer is stopped: 504."),
  embeddingUrl: setting(
    "HIRAKU_EMBEDDING_URL",
    "",
    "OpenAI-compatible endpoint that turns texts into vectors, so that questions match meaning too. Empty: none.",
    readEndpoint,
    "an http or https URL",
  ),
  embeddingModel: setting(
    "HIRAKU_EMBEDDING_MODEL",
    "text-embedding-3-small",
    "Model that the endpoint is asked for; vectors are kept for each model.",
    (text) => (text === "" ? undefined : text),
    "the name of a model",
  ),
  embeddingKey: setting("HIRAKU_EMBEDDING_KEY", "", "Bearer key of the endpoint.", (text) => text, "a key"),
  embeddingDimensions: setting(
    "HIRAKU_EMBEDDING_DIMENSIONS",
    "model",
    "Length of the vectors to ask for; `model` takes what the model gives.",
    (text) => (text === "model" ? "model" : integer(1, 16_384)(text)),
    "a whole number from 1 to 16384, or model",
  ),
  embeddingBatch: count("HIRAKU_EMBEDDING_BATCH", 32, 1, 2_048, "Texts in one request to the endpoint."),
  embeddingTimeoutMs: count(
    "HIRAKU_EMBEDDING_TIMEOUT_MS",
    3_000,
    1,
    600_000,
    "An endpoint that takes longer is done without: words alone decide.",
  ),
  renderTimeoutMs: count(
    "HIRAKU_RENDER_TIMEOUT_MS",
    60_000,
    1,
    600_000,
    "A page image or original that takes longer to make is given up.",
  ),
  imageCacheMegabytes: count(
    "HIRAKU_IMAGE_CACHE_MB",
    2_048,
    1,
    10_000_000,
    "Size to which made page images and originals are kept.",
  ),
  logLevel: setting(
    "HIRAKU_LOG_LEVEL",
    "info",
    "Least level that is logged: trace, debug, info, warn, error, fatal or silent.",
    oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
    "trace, debug, info, warn, error, fatal or silent",
  ),
  logMegabytes: count("HIRAKU_LOG_MB", 64, 1, 1_000_000, "Size to which the log files of each program are kept."),
  logToTerminal: setting(
    "HIRAKU_LOG_TERMINAL",
    "off",
    "on: log lines go to standard output too, beside the files in the data folder.",
    oneOf("on", "off"),
    "on or off",
  ),
  metricsPort: setting(
    "HIRAKU_METRICS_PORT",
    "off",
    "Port of Prometheus metrics at /metrics, on the address listened on; `off` serves none.",
    (text) => (text === "off" ? "off" : integer(0, 65_535)(text)),
    "a port or off",
  ),
  stopTimeoutMs: count(
    "HIRAKU_STOP_TIMEOUT_MS",
    10_000,
    0,
    600_000,
    "How long a stop waits for requests and paid calls in flight before it cuts them.",
  ),
  edinetUrl: setting(
    "HIRAKU_EDINET_URL",
    "https://api.edinet-fsa.go.jp",
    "Where `hiraku ingest edinet` finds EDINET's API.",
    readPublicUrl,
    "an http or https URL without query",
  ),
  edinetKey: setting(
    "HIRAKU_EDINET_KEY",
    "",
    "Your subscription key for EDINET's API; only `hiraku ingest edinet` needs it.",
    (text) => (/^[\x21-\x7e]{0,200}$/.test(text) ? text : undefined),
    "a key without spaces",
  ),
  edinetPauseMs: count("HIRAKU_EDINET_PAUSE_MS", 1_000, 0, 60_000, "Pause between two requests to EDINET."),
} as const;

/** For the README, whose table a test compares with this one. */
export const settingsTable: readonly { readonly name: string; readonly fallback: string; readonly meaning: string }[] =
  Object.values(settings).map(({ name, fallback, description }) => ({ name, fallback, meaning: description }));

export type SettingName = keyof typeof settings;
export type Config = { readonly [K in SettingName]: (typeof settings)[K] extends Setting<infer T> ? T : never };

export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** Flags of the command line go before the environment. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  overrides: Readonly<Partial<Record<SettingName, string | undefined>>> = {},
): Config {
  const values: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(settings) as [SettingName, Setting<unknown>][]) {
    const given = overrides[key] ?? env[each.name];
    // An empty variable is one that was not set, as in most shells' `VAR= command`.
    values[key] = each.read(given === undefined || given.trim() === "" ? each.fallback : given);
  }
  return values as Config;
}

function readEndpoint(text: string): string | undefined {
  if (text === "") return "";
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol) ? text : undefined;
}

function readPublicUrl(text: string): string | undefined {
  if (text === "") return "";
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "") return undefined;
  return url.href.replace(/\/+$/, "");
}

function readTiers(text: string): readonly ContentTier[] | undefined {
  const tiers: ContentTier[] = [];
  for (const pair of text.split(",")) {
    const match = /^([0-9]{1,9}|\*):([0-9]{1,6})$/.exec(pair.trim());
    if (match === null) return undefined;
    const tier = ContentTier.parse({
      max_characters: match[1] === "*" ? null : Number(match[1]),
      credits: Number(match[2]),
    });
    const before = tiers.at(-1);
    if (tier.credits < 1) return undefined;
    if (before !== undefined) {
      if (before.max_characters === null) return undefined;
      if (tier.max_characters !== null && tier.max_characters <= before.max_characters) return undefined;
      // A longer body never costs less: clients read the price of a range off its ends.
      if (tier.credits < before.credits) return undefined;
    }
    tiers.push(tier);
  }
  return tiers.at(-1)?.max_characters === null ? tiers : undefined;
}
