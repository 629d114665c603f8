import path from "node:path";
import { isLoopbackName } from "./kit/hosts.ts";
import { type BlobPlace, blobPlaceForm, readBlobPlace } from "./kit/objects/place.ts";
import { databaseUrlForm, isDatabaseUrl } from "./kit/postgres/address.ts";
import { type AnswerEndpoint, answerUrl, answerUrlForm } from "./kit/settings/answer-endpoint.ts";
import { type SmtpServer, smtpForm, smtpServer } from "./kit/settings/smtp-server.ts";
import { SettingError, type SettingReader, settingReader, type Variables } from "./kit/settings/settings.ts";

/** The only reader of the web app's environment. */

export interface Settings {
  /** Base address of the Disclosure Search Service, without a trailing slash. */
  readonly apiUrl: string;
  /** Template of the Authorization header; `{key}` stands for the API key. */
  readonly apiAuthorization: string;
  /** How long a free call may take, in milliseconds. */
  readonly apiTimeoutMs: number;
  /** Folder of the web app's own store, absolute. */
  readonly dataFolder: string;
  /** Address of the database of the web app's store; undefined where it is in the data folder. */
  readonly databaseUrl: string | undefined;
  /** Undefined for `bodies` in the data folder. */
  readonly blobs: BlobPlace | undefined;
  /** Secrets given by the environment, newest first; empty where they are kept in the data folder. */
  readonly secrets: readonly string[];
  /** The origin under which browsers reach the app; undefined where only loopback names are allowed. */
  readonly publicOrigin: string | undefined;
  /** For `security.txt`; undefined where there is none. */
  readonly securityContact: string | undefined;
  /** Takes the caller's address from a reverse proxy's headers. */
  readonly trustProxy: boolean;
  readonly host: string;
  readonly port: number;
  /** How often the service is asked what is new for owners of feeds and webhooks, in milliseconds. */
  readonly updatesEveryMs: number;
  /** `any` for tests and receivers in a network of one's own. */
  readonly webhookNetwork: "public" | "any";
  /** Undefined where no mail is sent. */
  readonly smtp: SmtpServer | undefined;
  /** Undefined where no model words answers. */
  readonly answerEndpoint: AnswerEndpoint | undefined;
  readonly stopTimeoutMs: number;
  /** Port of Prometheus metrics, or `off`. */
  readonly metricsPort: number | "off";
  /** Empty where no spans are exported. */
  readonly spansEndpoint: string;
  readonly logLevel: string;
  readonly logBytesMax: number;
  readonly logToTerminal: boolean;
  readonly production: boolean;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export function readSettings(vars: Variables): Settings {
  const read = settingReader(vars);
  const apiUrl = read.parsed("HIRAKU_API_URL", plainAddress, address).replace(/\/+$/, "");
  if (read.choice("HIRAKU_API_PLAIN_HTTP", ["refuse", "accept"]) === "refuse") refusePlainHttp(apiUrl);
  const secrets = read.parsed("HIRAKU_SECRET", "secrets of at least 32 characters each", secretsIn);
  return {
    apiUrl,
    apiAuthorization: read.parsed("HIRAKU_API_AUTHORIZATION", "printable ASCII with {key} in it", (value) =>
      /^[\x20-\x7e]+$/.test(value) && value.includes("{key}") ? value : undefined,
    ),
    apiTimeoutMs: read.integer("HIRAKU_API_TIMEOUT_MS"),
    dataFolder: path.resolve(/* turbopackIgnore: true */ read.text("HIRAKU_DATA")),
    ...storePlaces(read, secrets),
    secrets,
    publicOrigin: read.parsed("HIRAKU_PUBLIC_URL", `${plainAddress} and without a path`, originOf).origin,
    securityContact: read.parsed("HIRAKU_SECURITY_CONTACT", "a mailto:, https: or tel: address", contactOf).uri,
    trustProxy: read.isOn("HIRAKU_TRUST_PROXY"),
    host: read.host("HIRAKU_HOST"),
    port: read.integer("PORT"),
    metricsPort: read.integerOr("HIRAKU_WEB_METRICS_PORT", "off"),
    updatesEveryMs: read.integer("HIRAKU_UPDATES_SECONDS") * 1000,
    webhookNetwork: read.choice("HIRAKU_WEBHOOK_NETWORK", ["public", "any"]),
    smtp: smtpServerOf(read),
    answerEndpoint: answerEndpointOf(read),
    stopTimeoutMs: read.integer("HIRAKU_STOP_TIMEOUT_MS"),
    spansEndpoint: read.text("OTEL_EXPORTER_OTLP_ENDPOINT"),
    logLevel: read.choice("HIRAKU_LOG_LEVEL", logLevels),
    logBytesMax: read.integer("HIRAKU_LOG_MB") * 1_000_000,
    logToTerminal: read.isOn("HIRAKU_LOG_TERMINAL"),
    production: vars["NODE_ENV"] === "production",
  };
}

function smtpServerOf(read: SettingReader): SmtpServer | undefined {
  const { server } = read.parsed("HIRAKU_SMTP_URL", smtpForm, smtpServer);
  if (server !== undefined && read.text("HIRAKU_PUBLIC_URL") === "") {
    throw new SettingError("HIRAKU_PUBLIC_URL", "must be given where HIRAKU_SMTP_URL is");
  }
  return server;
}

/** One line of printable characters, so that it can't add a field to the file. */
function contactOf(value: string): { uri: string | undefined } | undefined {
  if (value === "") return { uri: undefined };
  return /^(?:mailto:[^@]+@.|https:\/\/.|tel:\+)[\x21-\x7e]+$/.test(value) && URL.canParse(value)
    ? { uri: value }
    : undefined;
}

let known: Settings | undefined;

/** Settings of the environment. Code below `createApp` takes the settings of its app. */
export function settings(): Settings {
  known ??= readSettings(process.env);
  return known;
}

/** Sets the variables that Next reads, since the program is not started by Next's own command. */
export function prepareEnvironment(development: boolean): void {
  Object.assign(process.env, {
    NODE_ENV: development ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}

/** next-auth reads its own address from the environment only. */
export function setNextAuthAddress(): void {
  const { publicOrigin, port } = settings();
  process.env["NEXTAUTH_URL"] = publicOrigin ?? `http://127.0.0.1:${port}`;
}

const plainAddress = "an http or https address without user, query or fragment";

function address(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, username, password, search, hash } = new URL(value);
  const isPlain = username === "" && password === "" && search === "" && hash === "";
  return isPlain && (protocol === "http:" || protocol === "https:") ? value : undefined;
}

/** Empty means none, which is a valid value and not undefined. */
function originOf(value: string): { readonly origin: string | undefined } | undefined {
  if (value === "") return { origin: undefined };
  if (address(value) === undefined) return undefined;
  const { pathname, origin } = new URL(value);
  return pathname === "/" ? { origin } : undefined;
}

function answerEndpointOf(read: SettingReader): AnswerEndpoint | undefined {
  const url = read.parsed("HIRAKU_ANSWER_URL", answerUrlForm, answerUrl);
  const key = read.parsed("HIRAKU_ANSWER_KEY", "printable ASCII", (value) =>
    /^[\x21-\x7e]*$/.test(value) ? value : undefined,
  );
  const model = read.text("HIRAKU_ANSWER_MODEL");
  if (url === "") return undefined;
  if (model === "") throw new SettingError("HIRAKU_ANSWER_MODEL", "must be given where HIRAKU_ANSWER_URL is");
  return { url, model, key };
}

/** Everything that several web apps share must be the same for all of them. */
function storePlaces(
  read: SettingReader,
  secrets: readonly string[],
): { readonly databaseUrl: string | undefined; readonly blobs: BlobPlace | undefined } {
  const url = read.parsed("HIRAKU_WEB_DATABASE_URL", databaseUrlForm, (text) =>
    text === "" || isDatabaseUrl(text) ? text : undefined,
  );
  const { place } = read.parsed("HIRAKU_WEB_BLOBS_URL", blobPlaceForm, (text) => {
    const found = readBlobPlace(text);
    return text === "" || found !== undefined ? { place: found } : undefined;
  });
  if (url === "") return { databaseUrl: undefined, blobs: place };
  const why = "must be set where HIRAKU_WEB_DATABASE_URL is, to the same for all web apps of that database";
  if (secrets.length === 0) throw new SettingError("HIRAKU_SECRET", why);
  if (place === undefined) throw new SettingError("HIRAKU_WEB_BLOBS_URL", why);
  return { databaseUrl: url, blobs: place };
}

function secretsIn(value: string): readonly string[] | undefined {
  const all = value.split(/\s+/).filter((each) => each !== "");
  return all.every((each) => each.length >= 32) ? all : undefined;
}

/** Every request carries an API key, and whoever can read the traffic could spend its credits. */
function refusePlainHttp(apiUrl: string): void {
  const { protocol, hostname } = new URL(apiUrl);
  if (protocol === "https:" || isLoopbackName(hostname)) return;
  throw new SettingError(
    "HIRAKU_API_URL",
    "is plain http to another host, so API keys would travel unencrypted. Use https, or set HIRAKU_API_PLAIN_HTTP=accept where the network between is your own",
  );
}
