import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { runHiraku } from "./testing/run-hiraku.ts";

const claim = { id: "c1", text: "1,234百万円", kind: "figure", issuer: "7001", item: "売上高" };
const place = { document_id: "D1", section_id: "s1", title: "経営\u001b[2J指標", page: 3 };
const agrees = { ...claim, verdict: "found", group: "agrees", place };
const differs = { ...claim, id: "c2", verdict: "other_year", group: "differs", untrusted_filed: "1,200", place };
const limited = { ...claim, id: "c3", verdict: "not_checked", group: "undecided", because: "free_limit" };
const plan = {
  credits: 2,
  lines: [{ document_id: "D2", title: "報告書", sections: ["s1"], claims: ["c3"], credits: 2 }],
};

let url: string;
let file: string;
let asked: { text: string; max_credits: number; page: number }[];
let pages: (readonly object[])[];
let refused: object | undefined;

beforeEach(async () => {
  asked = [];
  pages = [[agrees], [differs]];
  refused = undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-check-draft-"));
  file = path.join(folder, "memo.md");
  writeFileSync(file, "# 覚書\n\n売上高は1,234百万円。\n");
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const { params } = JSON.parse(Buffer.concat(chunks).toString());
        asked.push(params.arguments);
        const claims = pages[params.arguments.page - 1] ?? [];
        const kinds = pages.flat().map((each) => ("group" in each ? each.group : ""));
        const counts = {
          agrees: kinds.filter((kind) => kind === "agrees").length,
          ...{ undecided: 0, differs: kinds.filter((kind) => kind === "differs").length },
        };
        const facts = { counts, claims, page: params.arguments.page, pages: pages.length, plan, money: { charged: 0 } };
        const text = JSON.stringify(refused === undefined ? facts : { error: refused });
        response.writeHead(200, { "content-type": "application/json" });
        const result = { isError: refused !== undefined, content: [{ type: "text", text }] };
        response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  url = `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}/api/mcp`;
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
});

const check = (...args: readonly string[]) =>
  runHiraku({ HIRAKU_MCP_URL: url, HIRAKU_MCP_TOKEN: "hkt_right" }, "check-draft", file, ...args);

test("each claim has a line, all pages of them, and something that differs is told by the exit code", async () => {
  pages = [[agrees], [differs, limited]];
  const { code, out } = await check();
  expect(code).toBe(3);
  expect(out).toContain("= 1,234百万円  found  D1 経営 [2J指標 p. 3");
  expect(out).toContain("≠ 1,234百万円  other_year  filed: 1,200");
  expect(out).toContain("? 1,234百万円  not_checked  (free_limit)\n");
  expect(out).toContain("They begin again at midnight, Japan time.");
  expect(out).toContain("1 agree, 0 undecided, 1 differ.");
  expect(out).toContain("2 credits  D2 報告書  s1  may decide 1");
  expect(asked.map(({ max_credits, page }) => [max_credits, page])).toEqual([
    [0, 1],
    [0, 2],
  ]);
});

test("only the first call may buy, and what agrees ends with 0, also as JSON", async () => {
  pages = [[agrees], [agrees]];
  const { code, out } = await check("--max-credits", "5", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ counts: { agrees: 2, differs: 0 }, claims: [{}, {}], plan: { credits: 2 } });
  expect(asked.map(({ max_credits }) => max_credits)).toEqual([5, 0]);
});

test("a purchase that a person has to approve, and a file that is no text, are told", async () => {
  refused = { code: "approval_required", detail: "Ask.", approval_url: "http://x/approve" };
  expect(await check("--max-credits", "5")).toMatchObject({
    code: 1,
    err: expect.stringContaining("http://x/approve"),
  });
  writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00]));
  expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining("is no text in UTF-8") });
  expect(asked).toHaveLength(1);
});
