import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { originalPrice } from "../lib/contract/prices.ts";
import { workbookBytesMax } from "../lib/evidence/figures/index.ts";
import { api } from "../lib/routes.ts";
import { faultOf } from "./archive/faults.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { noMore, readOptions, wholeNumber } from "./options.ts";
import { callTool, post, ToolError, type WebApp, webAppOf } from "./web-app.ts";

export const name = "refill";
export const summary = "Refill an exported workbook of figures with the newest filings";
export const help = `
Usage: hiraku refill FILE [--max-credits N] [--out FILE] [--dry-run]

Fills in a workbook (XLSX) of figures that was downloaded from the web app, with what you own of the same issuers;
formulas, formats and what you wrote stay (docs/workbook.md). It says first how much is new, which newer packages you
don't own, and what these cost. Nothing is bought without --max-credits. A second refill changes nothing and costs
nothing.

  --max-credits N   buy the newer packages first, if they cost at most N credits together
  --out FILE        write there, and leave the workbook as it is
  --dry-run         say what would be done and what it costs; buy and write nothing

  HIRAKU_MCP_URL     the address on the account page under Programs   (default: http://127.0.0.1:3000/api/mcp)
  HIRAKU_MCP_TOKEN   a token of that page: one that makes free calls, or spends within its caps
`;

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const Plan = z.object({
  added: z.int(),
  changed: z.int(),
  kept: z.int(),
  apart: z.string().nullable(),
  toBuy: z.array(
    z.object({
      documentId: z.string(),
      originalId: z.string(),
      title: z.string().nullable(),
      issuerName: z.string().nullable(),
    }),
  ),
});
type Package = z.infer<typeof Plan>["toBuy"][number];

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    "max-credits": { type: "string" },
    out: { type: "string" },
    "dry-run": { type: "boolean", default: false },
  });
  const [file] = positionals;
  if (file === undefined) throw new UsageError("Name the workbook.");
  noMore(positionals, 1);
  const most = values["max-credits"] === undefined ? 0 : wholeNumber("--max-credits", values["max-credits"], 0);
  const to = webAppOf(io);
  const workbook = readWorkbook(file);
  let plan = await planOf(to, workbook);
  tell(plan.toBuy, io);
  const price = plan.toBuy.length * originalPrice.max;
  if (!values["dry-run"] && most > 0 && plan.toBuy.length > 0) {
    if (price > most) {
      throw new CommandError(
        `They cost ${price} credits, more than --max-credits ${most}. Nothing was bought or written.`,
      );
    }
    io.print(`Bought for ${await buy(to, plan.toBuy, price)} credits.`);
    plan = await planOf(to, workbook);
  }
  io.print(`${plan.added} new figures, ${plan.changed} said otherwise now, for 0 credits.`);
  if (plan.kept > 0) io.print(`${plan.kept} figures said otherwise now are in cells of yours, which stay.`);
  if (plan.apart !== null) io.print(`New periods go to the sheet ${plan.apart}.`);
  if (values["dry-run"] || plan.added + plan.changed === 0) return 0;
  const refilled = await post(to, api.refill(), workbook, workbookType);
  write(values.out ?? file, new Uint8Array(await refilled.arrayBuffer()));
  io.print(`Written: ${values.out ?? file}`);
  return 0;
}

function readWorkbook(file: string): Uint8Array<ArrayBuffer> {
  try {
    if (statSync(file).size > workbookBytesMax) throw new CommandError(`${file}: the workbook is too large to refill.`);
    return Uint8Array.from(readFileSync(file));
  } catch (error) {
    throw faultOf(error, file);
  }
}

async function planOf(to: WebApp, workbook: Uint8Array<ArrayBuffer>) {
  return Plan.parse(await (await post(to, api.refillPlan(), workbook, workbookType)).json());
}

function tell(toBuy: readonly Package[], io: CliIo): void {
  if (toBuy.length === 0) return;
  for (const { documentId, title, issuerName } of toBuy) {
    io.print(`${originalPrice.max} credits  ${documentId}  ${[issuerName, title].filter(Boolean).join(" ")}`);
  }
  io.print(
    `Newer packages that you don't own: ${toBuy.length}, for ${toBuy.length * originalPrice.max} credits in all.`,
  );
}

const Planned = z.object({ quote: z.string() });
const Confirmed = z.object({
  done: z.boolean(),
  purchases: z.array(z.object({ state: z.string() })),
  money: z.object({ charged: z.number().nullable() }),
});
/** A confirmation waits for 8 s: longer than any package takes to come. */
const confirmationsMax = 30;

/** By the tools for programs, so that the token's caps and its owner's approval count. Returns what was charged. */
async function buy(to: WebApp, packages: readonly Package[], price: number): Promise<number> {
  const lines = packages.map(({ documentId, originalId }) => ({
    kind: "original",
    document_id: documentId,
    original_id: originalId,
  }));
  const { quote } = Planned.parse(await callTool(to, "plan", { action: { kind: "basket", lines } }));
  for (let times = 0; times < confirmationsMax; times++) {
    const answer = await callTool(to, "confirm", { quote, max_credits: price, label: "refill" }).catch(withApproval);
    const { done, purchases, money } = Confirmed.parse(answer);
    if (!done) continue;
    const failed = purchases.filter(({ state }) => state !== "stored").length;
    if (failed > 0) throw new CommandError(`${failed} packages did not come; the ledger tells what was charged.`);
    return money.charged ?? 0;
  }
  throw new CommandError("The purchase is still under way. Run the command again: what comes is paid once.");
}

function withApproval(error: unknown): never {
  const address = error instanceof ToolError ? error.facts["approval_url"] : undefined;
  if (typeof address !== "string") throw error;
  throw new CommandError(`A person has to approve this first: ${address} Then run the command again.`);
}

/** The old workbook or the whole new one is there at any time. */
function write(file: string, bytes: Uint8Array): void {
  const beside = `${file}.refilled-${process.pid}`;
  try {
    writeFileSync(beside, bytes, { flag: "wx" });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw faultOf(error, file);
  }
}
