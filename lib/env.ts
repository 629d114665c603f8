import path from "node:path";
import { isLoopbackName } from "./auth/hosts.ts";

/**
 * The settings of the web app, and the only reader of its environment. Every setting has a default; a value that
 * can't be meant is refused at the start with the variable's name.
 */

export interface Settings {
  /** Base address of the Disclosure Search Service, without a slash at its end. */
  readonly apiUrl: string;
  /** Template of the Authorization header; `{key}` stands for the API key. */
  readonly apiAuthorization: string;
  /** How long a free call may take, in milliseconds. */
  readonly apiTimeoutMs: number;
  /** Folder of the web app's own store, absolute. */
  readonly dataFolder: string;
  /** Secrets given from outside, newest first; empty where the data folder keeps its own. */
  readonly secrets: readonly string[];
  /** Origin under which browsers reach the app; undefined where only loopback names do. */
  readonly publicOrigin: string | undefined;
  /** Whether a reverse proxy in front is believed about the caller's address. */
  readonly trustProxy: boolean;
  readonly host: string;
  readonly port: number;
  readonly stopTimeoutMs: number;
  readonly logLevel: string;
  readonly logBytesMax: number;
  readonly logToTerminal: boolean;
  readonly production: boolean;
}

export class SettingError extends Error {
  constructor(name: string, why: string) {
    super(`${name} ${why}`);
    this.name = "SettingError";
  }
}

type Vars = Readonly<Record<string, string | undefined>>;

interface Row<T> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  parse(value: string, name: string): T;
}

function row<T>(name: string, fallback: string, meaning: string, parse: (value: string, name: string) => T): Row<T> {
  return { name, fallback, meaning, parse };
}

const rows = {
  host: row("HIRAKU_HOST", "127.0.0.1", "Address the web app listens on.", (value, name) => {
    if (!/^[A-Za-z0-9.:_-]+$/.test(value)) throw new SettingError(name, "must be an address or a host name");
    return value;
  }),
  apiUrl: row(
    "HIRAKU_API_URL",
    "http://127.0.0.1:8787",
    "Base address of the Disclosure Search Service that the web app reads from.",
    (value, name) => address(value, name).replace(/\/+$/, ""),
  ),
  apiPlainHttp: row(
    "HIRAKU_API_PLAIN_HTTP",
    "refuse",
    "accept: HIRAKU_API_URL may be plain http to another host. API keys then travel unencrypted: only inside a network of your own.",
    (value, name) => {
      if (value !== "accept" && value !== "refuse") throw new SettingError(name, "must be accept or refuse");
      return value === "accept";
    },
  ),
  apiAuthorization: row(
    "HIRAKU_API_AUTHORIZATION",
    "Bearer {key}",
    "Template of the Authorization header sent to the service; {key} stands for the API key.",
    (value, name) => {
      if (!value.includes("{key}")) throw new SettingError(name, "must contain {key}");
      if (!/^[\x20-\x7e]+$/.test(value)) throw new SettingError(name, "must be printable ASCII");
      return value;
    },
  ),
  apiTimeoutMs: row(
    "HIRAKU_API_TIMEOUT_MS",
    "15000",
    "How long the service may take to answer a free call, in milliseconds (100 to 120000).",
    (value, name) => integer(value, name, 100, 120_000),
  ),
  dataFolder: row(
    "HIRAKU_DATA",
    ".data",
    "Folder of everything that is kept: the stores, the files, the secrets.",
    (value) => path.resolve(/* turbopackIgnore: true */ value),
  ),
  secrets: row(
    "HIRAKU_SECRET",
    "",
    "Secret that seals API keys and sessions, at least 32 characters; several separated by spaces, newest first, to rotate it. Empty: made at the first start and kept in the data folder.",
    (value, name) => {
      const all = value.split(/\s+/).filter((each) => each !== "");
      if (all.some((each) => each.length < 32)) throw new SettingError(name, "must have at least 32 characters");
      return all;
    },
  ),
  publicOrigin: row(
    "HIRAKU_PUBLIC_URL",
    "",
    "Address under which browsers reach the web app, for example https://hiraku.example. Empty: loopback names only.",
    (value, name) => {
      if (value === "") return undefined;
      const url = new URL(address(value, name));
      if (url.pathname !== "/") throw new SettingError(name, "must have no path");
      return url.origin;
    },
  ),
  trustProxy: row(
    "HIRAKU_TRUST_PROXY",
    "off",
    "on: a reverse proxy stands in front and its X-Forwarded-For is believed.",
    (value, name) => onOrOff(value, name),
  ),
  port: row("PORT", "3000", "Port of the web app.", (value, name) => integer(value, name, 0, 65_535)),
  stopTimeoutMs: row(
    "HIRAKU_STOP_TIMEOUT_MS",
    "10000",
    "How long a stop waits for requests and paid calls in flight before it cuts them.",
    (value, name) => integer(value, name, 0, 600_000),
  ),
  logLevel: row(
    "HIRAKU_LOG_LEVEL",
    "info",
    "Least level that is logged: trace, debug, info, warn, error, fatal or silent.",
    (value, name) => {
      const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
      if (!levels.includes(value)) throw new SettingError(name, `must be one of ${levels.join(", ")}`);
      return value;
    },
  ),
  logMegabytes: row("HIRAKU_LOG_MB", "64", "Size to which the log files of each program are kept.", (value, name) =>
    integer(value, name, 1, 1_000_000),
  ),
  logToTerminal: row(
    "HIRAKU_LOG_TERMINAL",
    "off",
    "on: log lines go to standard output too, beside the files in the data folder.",
    (value, name) => onOrOff(value, name),
  ),
} as const;

/** For the README, whose table a test compares with this one. */
export const settingsTable: readonly { readonly name: string; readonly fallback: string; readonly meaning: string }[] =
  Object.values(rows).map(({ name, fallback, meaning }) => ({ name, fallback, meaning }));

export function readSettings(vars: Vars): Settings {
  const read = <T>(each: Row<T>): T => each.parse(vars[each.name]?.trim() || each.fallback, each.name);
  const apiUrl = read(rows.apiUrl);
  if (!read(rows.apiPlainHttp)) refusePlainHttp(apiUrl, rows.apiUrl.name);
  return {
    apiUrl,
    apiAuthorization: read(rows.apiAuthorization),
    apiTimeoutMs: read(rows.apiTimeoutMs),
    dataFolder: read(rows.dataFolder),
    secrets: read(rows.secrets),
    publicOrigin: read(rows.publicOrigin),
    trustProxy: read(rows.trustProxy),
    host: read(rows.host),
    port: read(rows.port),
    stopTimeoutMs: read(rows.stopTimeoutMs),
    logLevel: read(rows.logLevel),
    logBytesMax: read(rows.logMegabytes) * 1_000_000,
    logToTerminal: read(rows.logToTerminal),
    production: vars["NODE_ENV"] === "production",
  };
}

let known: Settings | undefined;

export function settings(): Settings {
  known ??= readSettings(process.env);
  return known;
}

/** What Next reads from the environment, for a program that is not started by Next's own command. */
export function prepareEnvironment(development: boolean): void {
  Object.assign(process.env, {
    NODE_ENV: development ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}

/** next-auth takes its own address from the environment and nowhere else. */
export function tellNextAuthItsAddress(): void {
  const { publicOrigin, port } = settings();
  process.env["NEXTAUTH_URL"] = publicOrigin ?? `http://127.0.0.1:${port}`;
}

function address(value: string, name: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new SettingError(name, "must be an http or https address");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new SettingError(name, "must be an http or https address");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new SettingError(name, "must have no user, query or fragment");
  }
  return value;
}

/** Every request carries an API key: whoever reads it on the way can spend its credits. */
function refusePlainHttp(apiUrl: string, name: string): void {
  const { protocol, hostname } = new URL(apiUrl);
  if (protocol === "https:" || isLoopbackName(hostname)) return;
  throw new SettingError(
    name,
    `is plain http to another host, so API keys would travel unencrypted. Use https, or set ${rows.apiPlainHttp.name}=accept where the network between is your own`,
  );
}

function onOrOff(value: string, name: string): boolean {
  if (value !== "on" && value !== "off") throw new SettingError(name, "must be on or off");
  return value === "on";
}

function integer(value: string, name: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw new SettingError(name, `must be an integer from ${min} to ${max}`);
  return number;
}
