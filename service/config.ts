import { resolve } from "node:path";
import { isCalendarDate } from "../lib/contract/dates.ts";
import { ContentTier } from "../lib/contract/resources.ts";
import { blobPlaceForm, defaultPlace, readBlobPlace } from "../lib/kit/objects/place.ts";
import { databaseUrlForm, isDatabaseUrl } from "../lib/kit/postgres/address.ts";
import { type SettingName, settingReader, type Variables } from "../lib/kit/settings/settings.ts";
import { readSearchPlace } from "./search/outside.ts";

/** The settings of the service: the only reader of its environment. */
export const environment: Variables = process.env;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type Config = ReturnType<typeof configIn>;

/** Flags of the command line override the environment. */
export function readConfig(
  env: Variables,
  flags: {
    readonly data?: string | undefined;
    readonly host?: string | undefined;
    readonly port?: string | undefined;
  } = {},
): Config {
  const given: Partial<Record<SettingName, string | undefined>> = {
    HIRAKU_DATA: flags.data,
    HIRAKU_API_HOST: flags.host,
    HIRAKU_API_PORT: flags.port,
  };
  const overrides = Object.entries(given).filter(([, value]) => value !== undefined);
  return configIn({ ...env, ...Object.fromEntries(overrides) });
}

function configIn(variables: Variables) {
  const read = settingReader(variables);
  const url = "an http or https URL without query";
  const data = resolve(read.text("HIRAKU_DATA"));
  const databaseUrl = read.parsed("HIRAKU_DATABASE_URL", databaseUrlForm, (text) =>
    text === "" || isDatabaseUrl(text) ? text : undefined,
  );
  return {
    data,
    databaseUrl,
    /** Newest first. Where there is no database the service has files instead. */
    secrets:
      databaseUrl === "" ? [] : read.parsed("HIRAKU_SECRET", "secrets of at least 32 characters each", readSecrets),
    blobs: read.parsed("HIRAKU_BLOBS_URL", blobPlaceForm, (text) =>
      text === "" ? defaultPlace(data) : readBlobPlace(text),
    ),
    search: read.parsed(
      "HIRAKU_SEARCH_URL",
      "http(s)://user:password@host:9200?prefix=name, of small letters, digits and hyphens",
      (text) => (text === "" ? ("embedded" as const) : readSearchPlace(text)),
    ),
    host: read.host("HIRAKU_API_HOST"),
    port: read.integer("HIRAKU_API_PORT"),
    publicUrl: read.parsed("HIRAKU_API_PUBLIC_URL", url, readPublicUrl),
    contentTiers: read.parsed(
      "HIRAKU_CONTENT_TIERS",
      "ascending `characters:credits` pairs that end with `*:credits`",
      readTiers,
    ),
    trustForwarded: read.isOn("HIRAKU_API_TRUST_FORWARDED"),
    searchTimeoutMs: read.integer("HIRAKU_SEARCH_TIMEOUT_MS"),
    embeddingUrl: read.parsed("HIRAKU_EMBEDDING_URL", "an http or https URL", readEndpoint),
    embeddingModel: read.text("HIRAKU_EMBEDDING_MODEL"),
    embeddingKey: read.text("HIRAKU_EMBEDDING_KEY"),
    embeddingDimensions: read.integerOr("HIRAKU_EMBEDDING_DIMENSIONS", "model"),
    /** Empty where no spans are exported. */
    spansEndpoint: read.text("OTEL_EXPORTER_OTLP_ENDPOINT"),
    renderTimeoutMs: read.integer("HIRAKU_RENDER_TIMEOUT_MS"),
    imageCacheMegabytes: read.integer("HIRAKU_IMAGE_CACHE_MB"),
    logLevel: read.choice("HIRAKU_LOG_LEVEL", logLevels),
    logMegabytes: read.integer("HIRAKU_LOG_MB"),
    logToTerminal: read.isOn("HIRAKU_LOG_TERMINAL"),
    metricsPort: read.integerOr("HIRAKU_METRICS_PORT", "off"),
    stopTimeoutMs: read.integer("HIRAKU_STOP_TIMEOUT_MS"),
    edinetUrl: read.parsed("HIRAKU_EDINET_URL", url, readPublicUrl),
    edinetKey: read.parsed("HIRAKU_EDINET_KEY", "a key without spaces", (text) =>
      /^[\x21-\x7e]{0,200}$/.test(text) ? text : undefined,
    ),
    edinetPauseMs: read.integer("HIRAKU_EDINET_PAUSE_MS"),
    /** The first day, or how many days before the first start. */
    edinetSince: read.parsed("HIRAKU_EDINET_SINCE", "a number of days up to 3650, or a day as 2026-06-20", readSince),
    /** Empty: none. */
    inbox: read.parsed("HIRAKU_INBOX", "a folder without the data folder in it", (text) => readInbox(text, data)),
  } as const;
}

/** All that lies in it is ingested and moved away. */
function readInbox(text: string, data: string): string | undefined {
  if (text === "") return "";
  const folder = resolve(text);
  return `${data}/`.startsWith(folder === "/" ? "/" : `${folder}/`) ? undefined : folder;
}

function readSince(text: string): string | number | undefined {
  if (/^[0-9]{1,4}$/.test(text)) return Number(text) <= sinceDaysMax ? Number(text) : undefined;
  return isCalendarDate(text) ? text : undefined;
}

/** EDINET has documents of ten years. */
const sinceDaysMax = 3_650;

function readSecrets(text: string): readonly string[] | undefined {
  const secrets = text.split(/\s+/).filter((each) => each !== "");
  return secrets.every((each) => each.length >= secretLengthMin) ? secrets : undefined;
}

const secretLengthMin = 32;

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
      // A longer body must never cost less, since clients compute the price of a range from its ends.
      if (tier.credits < before.credits) return undefined;
    }
    tiers.push(tier);
  }
  return tiers.at(-1)?.max_characters === null ? tiers : undefined;
}
