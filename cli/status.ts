import { jstDate, jstDateTime } from "../lib/contract/dates.ts";
import { listSetAside, type Market, readMarket, type SetAside } from "../service/domain/market/market.ts";
import { openServiceStore } from "../service/storage/open-service-store.ts";
import type { CliIo } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";

export const name = "status";
export const summary = "How fresh the market is, what it lacks and what was set aside";
export const help = `
Usage: hiraku status [--json] [--data DIR]

Says up to when everything that EDINET lists is here, which days are missing, what waits, and what was set aside and
why. Ends with 1 where the market is older than a business day, and where HIRAKU_EDINET_KEY is set and nothing has
followed EDINET yet; with 0 where nothing is to be followed.

  --json        one JSON object for scripts
  --data DIR    before HIRAKU_DATA   (default: .data)
`;

const setAsideMax = 1_000;
const shownMax = 20;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  noMore(positionals, 0);
  const config = configOf(io, { data: values.data });
  const nowMs = Date.now();
  const store = await openServiceStore(config);
  try {
    const records = store.ingestRecords();
    const market = await readMarket(records, nowMs);
    const setAside = await listSetAside(records, "", setAsideMax);
    if (values.json) io.print(JSON.stringify({ market: market === undefined ? null : jsonOf(market, setAside) }));
    else for (const line of linesOf(market, setAside, { nowMs, isWanted: config.edinetKey !== "" })) io.print(line);
    return (market?.isStale ?? config.edinetKey !== "") ? 1 : 0;
  } finally {
    await store.close();
  }
}

function linesOf(
  market: Market | undefined,
  setAside: readonly SetAside[],
  { nowMs, isWanted }: { readonly nowMs: number; readonly isWanted: boolean },
): string[] {
  const lines: string[] = [];
  if (market === undefined) {
    lines.push(
      isWanted
        ? "HIRAKU_EDINET_KEY is set, and nothing has followed EDINET yet: 'npm start' and 'hiraku ingest watch' do."
        : "EDINET is not followed: HIRAKU_EDINET_KEY is not set.",
    );
  } else lines.push(...marketLines(market, nowMs));
  for (const each of setAside.slice(0, shownMax)) lines.push(lineOf(each, nowMs));
  if (setAside.length > shownMax) lines.push(`  … and more: hiraku status --json`);
  return lines;
}

function marketLines(market: Market, nowMs: number): string[] {
  const { upToMs, isStale, missing, waiting, trouble, newestFilingAtMs } = market;
  const lines = [
    upToMs === undefined
      ? "EDINET: no list has been read yet"
      : `EDINET up to ${moment(upToMs, nowMs)}${isStale ? ", older than a business day" : ""}`,
  ];
  if (newestFilingAtMs !== undefined) lines.push(`The newest document was filed at ${moment(newestFilingAtMs, nowMs)}`);
  if (missing.length > 0) {
    lines.push(
      `Missing: ${missing.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(", ")} (${market.missingDays} days)`,
    );
  }
  lines.push(
    `${waiting} documents wait, ${market.setAside} are set aside, ${market.triedAgain} of them are tried again`,
  );
  if (trouble !== undefined) {
    const next = trouble.nextAttemptAtMs === null ? "" : `; next attempt at ${moment(trouble.nextAttemptAtMs, nowMs)}`;
    lines.push(`Since ${moment(trouble.sinceMs, nowMs)}: ${trouble.message} (${trouble.reason}${next})`);
  }
  return lines;
}

function lineOf({ key, title, reason, message, nextAttemptAtMs }: SetAside, nowMs: number): string {
  const next = nextAttemptAtMs === null ? "" : ` Next attempt at ${moment(nextAttemptAtMs, nowMs)}.`;
  return `  ${key}${title === null ? "" : ` ${title}`}: ${reason}. ${message}${next}`;
}

/** In Japan's time, without the day where that is today. */
function moment(ms: number, nowMs: number): string {
  const [day = "", time = ""] = jstDateTime(ms).split("T");
  return `${time.slice(0, 5)} ${day === jstDate(nowMs) ? "today" : `on ${day}`}`;
}

function jsonOf(market: Market, setAside: readonly SetAside[]) {
  const at = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : jstDateTime(ms));
  return {
    up_to: at(market.upToMs),
    stale: market.isStale,
    missing: market.missing,
    missing_days: market.missingDays,
    list_read_at: at(market.listReadAtMs),
    newest_filing_at: at(market.newestFilingAtMs),
    companies_read_at: at(market.companiesReadAtMs),
    waiting: market.waiting,
    set_aside: market.setAside,
    tried_again: market.triedAgain,
    trouble:
      market.trouble === undefined
        ? null
        : {
            reason: market.trouble.reason,
            message: market.trouble.message,
            since: at(market.trouble.sinceMs),
            next_attempt_at: at(market.trouble.nextAttemptAtMs),
          },
    set_aside_items: setAside.map((each) => ({
      key: each.key,
      day: each.day,
      title: each.title,
      reason: each.reason,
      message: each.message,
      attempts: each.attempts,
      set_aside_at: at(each.setAsideAtMs),
      next_attempt_at: at(each.nextAttemptAtMs),
    })),
  };
}
