import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { faultOf } from "./archive/faults.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { noMore, readOptions, wholeNumber } from "./options.ts";
import { callTool, ToolError, type WebApp, webAppOf } from "./web-app.ts";

export const name = "check-draft";
export const summary = "Check the quotations and figures of a draft against filings";
export const help = `
Usage: hiraku check-draft FILE [--max-credits N] [--json]

Checks a text or Markdown file as the page Check does (docs/check.md): a line for each quotation and figure with its
verdict and place, then what would decide the rest and what that costs. Nothing is bought without --max-credits, and
nothing of the file is stored. The exit code is 3 where something differs, and 0 where nothing does.

  --max-credits N   buy what decides more, the cheapest first, for at most N credits together
  --json            print one JSON object: counts, claims, plan, money

  HIRAKU_MCP_URL     the address on the account page under Programs   (default: http://127.0.0.1:3000/api/mcp)
  HIRAKU_MCP_TOKEN   a token of that page
`;

/** As much as the tool takes at once. */
const charactersMax = 60_000;
const bytesMax = charactersMax * 4;
const pagesMax = 200;
export const differsCode = 3;

const Claim = z.looseObject({
  text: z.string().nullable(),
  verdict: z.string(),
  group: z.string(),
  because: z.string().optional(),
  untrusted_filed: z.string().nullable().optional(),
  place: z.looseObject({ document_id: z.string(), title: z.string().nullable(), page: z.int().nullable() }).optional(),
});
const Checked = z.looseObject({
  counts: z.object({ agrees: z.int(), undecided: z.int(), differs: z.int() }),
  claims: z.array(Claim),
  pages: z.int(),
  plan: z
    .looseObject({
      credits: z.int(),
      lines: z.array(
        z.looseObject({
          document_id: z.string(),
          title: z.string().nullable(),
          sections: z.array(z.string()),
          claims: z.array(z.string()),
          credits: z.int(),
        }),
      ),
    })
    .nullable(),
  purchase: z
    .looseObject({
      done: z.boolean(),
      missing: z.array(z.looseObject({ state: z.string(), detail: z.string().optional() })),
    })
    .optional(),
  money: z.looseObject({ charged: z.number().nullable().optional() }).optional(),
});
type Checked = z.infer<typeof Checked>;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    "max-credits": { type: "string" },
    json: { type: "boolean", default: false },
  });
  const [file] = positionals;
  if (file === undefined) throw new UsageError("Name the draft.");
  noMore(positionals, 1);
  const most = values["max-credits"] === undefined ? 0 : wholeNumber("--max-credits", values["max-credits"], 0);
  const checked = await check(webAppOf(io), readDraft(file), most);
  if (values.json) io.print(JSON.stringify(checked));
  else tell(checked, io);
  return checked.counts.differs > 0 ? differsCode : 0;
}

function readDraft(file: string): string {
  let bytes: Buffer;
  try {
    if (statSync(file).size > bytesMax)
      throw new CommandError(`${file}: a draft has at most ${charactersMax} characters.`);
    bytes = readFileSync(file);
  } catch (error) {
    throw faultOf(error, file);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is no text in UTF-8. Word, Excel, CSV and PDF files are checked on the page.`);
  }
  if (text.trim() === "") throw new CommandError(`${file} is empty.`);
  if (text.length > charactersMax) throw new CommandError(`${file}: a draft has at most ${charactersMax} characters.`);
  return text;
}

/** Only the first call may buy; the others bring the rest of the claims. */
async function check(to: WebApp, text: string, most: number): Promise<Checked> {
  const ask = async (page: number, credits: number) =>
    Checked.parse(await callTool(to, "check_draft", { text, max_credits: credits, page }).catch(withApproval));
  const first = await ask(1, most);
  const claims = [...first.claims];
  for (let page = 2; page <= Math.min(first.pages, pagesMax); page++) claims.push(...(await ask(page, 0)).claims);
  return { ...first, claims };
}

function withApproval(error: unknown): never {
  const address = error instanceof ToolError ? error.facts["approval_url"] : undefined;
  if (typeof address !== "string") throw error;
  throw new CommandError(`A person has to approve this first: ${address} Then run the command again.`);
}

const signs: Readonly<Record<string, string>> = { agrees: "=", differs: "≠" };

function tell({ counts, claims, plan, purchase, money }: Checked, io: CliIo): void {
  for (const { text, verdict, group, because, place, untrusted_filed: filed } of claims) {
    const where =
      place === undefined
        ? null
        : [place.document_id, place.title, place.page === null ? null : `p. ${place.page}`].filter(Boolean).join(" ");
    const words = [
      verdict,
      because === undefined ? null : `(${because})`,
      filed == null ? null : `filed: ${filed}`,
      where,
    ];
    io.print(plain(`${signs[group] ?? "?"} ${text ?? ""}  ${words.filter((each) => each !== null).join("  ")}`));
  }
  io.print(`${counts.agrees} agree, ${counts.undecided} undecided, ${counts.differs} differ.`);
  if (claims.some(({ because }) => because === "free_limit"))
    io.print("Today's free look-ups are used up. They begin again at midnight, Japan time.");
  if ((money?.charged ?? 0) > 0) io.print(`Bought for ${money?.charged} credits.`);
  for (const { state, detail } of purchase?.missing ?? [])
    io.print(plain(`Did not arrive (${state}): ${detail ?? ""}`));
  if (purchase?.done === false)
    io.print("The purchase is still under way. Run the command again: nothing is charged twice.");
  if (plan === null) return;
  for (const { document_id, title, sections, claims: decided, credits } of plan.lines)
    io.print(
      plain(`${credits} credits  ${document_id} ${title ?? ""}  ${sections.join(" ")}  may decide ${decided.length}`),
    );
  io.print(`What may decide the rest costs ${plan.credits} credits in all (--max-credits).`);
}

/** Words of a draft or a filing move no cursor. */
function plain(line: string): string {
  return line.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, " ");
}
