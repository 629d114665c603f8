import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { signIn } from "./sign-in.ts";

/**
 * Five tasks of a scripted agent over the tools for programs, with the calls and the bytes that each takes:
 * `node scripts/agent-tasks.ts WEB_URL [KEY]`; without a key the demo's. It buys for a few credits.
 */
const [webUrl = "http://localhost:3000", key] = process.argv.slice(2);
const Result = z.looseObject({
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })),
});
type Facts = Readonly<Record<string, unknown>>;
type Row = {
  readonly section_id: string;
  readonly title: string | null;
  readonly owned: boolean;
  readonly price_max: number;
};

let calls = 0;
let bytes = 0;
const counted: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  bytes += (await answer.clone().arrayBuffer()).byteLength;
  return answer;
};

async function makeToken(): Promise<string> {
  const headers = { cookie: await signIn(webUrl, key), origin: webUrl, "content-type": "application/json" };
  const wanted = { name: "five tasks", scope: "spend", daily_cap: 40, total_cap: 40, days: 1, consent: true };
  const answer = await fetch(`${webUrl}/api/agents`, { method: "POST", headers, body: JSON.stringify(wanted) });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}

const client = new Client(
  { name: "five tasks", version: "1" },
  { versionNegotiation: { mode: { pin: "2026-07-28" } } },
);
const requestInit = { headers: { Authorization: `Bearer ${await makeToken()}` } };
await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", webUrl), { requestInit, fetch: counted }));
bytes = 0;
const { tools } = await client.listTools();
console.log(`list of tools: ${tools.length} tools, ${bytes} bytes`);
const outlineOptions = Object.keys(tools.find(({ name }) => name === "outline")?.inputSchema.properties ?? {});

async function call(name: string, args: Facts): Promise<Facts> {
  calls += 1;
  const { structuredContent, content } = Result.parse(await client.callTool({ name, arguments: { ...args } }));
  if (structuredContent !== undefined) return structuredContent;
  return JSON.parse(content[0]?.text ?? "{}");
}

/** A page after the other, until the rows are there that the task needs. */
async function outline(args: Facts, isFound: (rows: readonly Row[]) => boolean): Promise<Row[]> {
  const known = Object.fromEntries(Object.entries(args).filter(([name]) => outlineOptions.includes(name)));
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages && !isFound(rows); page++) {
    const answer = await call("outline", { ...known, page });
    rows.push(...(answer["sections"] as Row[]));
    pages = Number(answer["pages"]);
  }
  return rows;
}

const listed = await call("find", { document_types: ["annual_securities_report"], since: "2024-01-01" });
const documents = listed["documents"] as { document_id: string; issuer_name: string; security_code: string }[];
const [annual] = documents;
if (annual === undefined) throw new Error(`no annual report: ${JSON.stringify(listed).slice(0, 300)}`);
const { document_id } = annual;
let read: Facts = {};
let section: Row | undefined;

const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
  "find an issuer's annual report and its headings": async () => {
    await call("find", { security_codes: [annual.security_code], document_types: ["annual_securities_report"] });
    await outline({ document_id }, () => false);
  },
  "find the sections on risks, with their prices": async () => {
    const isRisk = ({ title }: Row) => title?.includes("リスク") === true;
    const rows = await outline({ document_id, filter: "リスク" }, (found) => found.some(isRisk));
    section = rows.find((row) => isRisk(row) && row.price_max <= 3) ?? rows.find(({ price_max }) => price_max <= 3);
  },
  "buy and read one of them": async () => {
    read = await call("read", { document_id, section_id: section?.section_id, max_credits: 3 });
  },
  "answer what net sales were, from at most 3 credits": async () => {
    const question = `${annual.issuer_name}の売上高はいくらですか`;
    const about = { question, security_codes: [annual.security_code], max_credits: 3 };
    await call("ask", { ...about, mode: "plan" });
    await call("ask", about);
  },
  "tell what is owned of the document and what was spent": async () => {
    await call("owned", { document_id });
    await call("ledger", {});
  },
};

console.log("| Task | Calls | Bytes |\n|---|---:|---:|");
let sum = [0, 0];
for (const [name, run] of Object.entries(tasks)) {
  [calls, bytes] = [0, 0];
  await run();
  console.log(`| ${name} | ${calls} | ${bytes} |`);
  sum = [(sum[0] ?? 0) + calls, (sum[1] ?? 0) + bytes];
}
console.log(`| all | ${sum.join(" | ")} |`);
if (read["error"] !== undefined) console.log(JSON.stringify(read["error"]));
