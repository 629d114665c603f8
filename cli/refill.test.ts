import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { runHiraku } from "./testing/run-hiraku.ts";

const newer = { documentId: "D2", originalId: "zip", title: "書類", issuerName: "見本", language: "ja" };
const owned = { added: 4, changed: 1, kept: 0, apart: null, toBuy: [] };
const unbought = { ...owned, added: 0, changed: 0, toBuy: [newer, { ...newer, documentId: "D3" }] };

let url: string;
let file: string;
let asked: string[];
/** The plan before and after a purchase. */
let plans: object[];
let confirmed: object;

const tool = (facts: object, isError = false) => ({
  jsonrpc: "2.0",
  id: 1,
  result: { isError, content: [{ type: "text", text: JSON.stringify(facts) }] },
});

beforeEach(async () => {
  asked = [];
  plans = [unbought, owned];
  confirmed = tool({ done: true, purchases: [{ state: "stored" }, { state: "stored" }], money: { charged: 16 } });
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-refill-"));
  file = path.join(folder, "model.xlsx");
  writeFileSync(file, "before");
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const body = Buffer.concat(chunks).toString();
        const name = request.url === "/api/mcp" ? String(/"name":"(\w+)"/.exec(body)?.[1]) : String(request.url);
        asked.push(name);
        const wrong = request.headers.authorization !== "Bearer hkt_right";
        response.writeHead(wrong ? 401 : 200, { "content-type": "application/json" });
        if (wrong) return response.end(JSON.stringify({ code: "token_ended", detail: "This token was revoked." }));
        if (name === "/api/figures/refill") return response.end("refilled");
        if (name === "plan") return response.end(JSON.stringify(tool({ quote: "q1" })));
        if (name === "confirm") return response.end(JSON.stringify(confirmed));
        return response.end(JSON.stringify(plans.length > 1 ? plans.shift() : plans[0]));
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

const refill = (...args: readonly string[]) =>
  runHiraku({ HIRAKU_MCP_URL: url, HIRAKU_MCP_TOKEN: "hkt_right" }, "refill", file, ...args);
const stored = () => readFileSync(file, "utf8");

test("the price is said and nothing is bought without --max-credits", async () => {
  const { code, out } = await refill();
  expect([code, out]).toEqual([0, expect.stringContaining("don't own: 2, for 16 credits in all.")]);
  expect(asked).toEqual(["/api/figures/refill/plan"]);
  expect(stored()).toBe("before");
});

test("what costs more than --max-credits is not bought, and nothing is written", async () => {
  const { code, err } = await refill("--max-credits", "15");
  expect([code, err]).toEqual([1, expect.stringContaining("They cost 16 credits, more than --max-credits 15.")]);
  expect(asked).toEqual(["/api/figures/refill/plan"]);
  expect(stored()).toBe("before");
});

test("what is within --max-credits is bought once and the workbook refilled in place", async () => {
  const { code, out } = await refill("--max-credits", "16");
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/Bought for 16 credits\.\n4 new figures, 1 said otherwise now/),
  ]);
  const plan = "/api/figures/refill/plan";
  expect(asked).toEqual([plan, "plan", "confirm", plan, "/api/figures/refill"]);
  expect(stored()).toBe("refilled");
  expect(readdirSync(path.dirname(file))).toEqual(["model.xlsx"]);
});

test("--dry-run buys and writes nothing, and --out leaves the workbook as it was", async () => {
  await refill("--dry-run", "--max-credits", "16");
  expect([stored(), asked]).toEqual(["before", ["/api/figures/refill/plan"]]);
  plans = [owned];
  const other = `${file}.new.xlsx`;
  await refill("--out", other);
  expect([stored(), readFileSync(other, "utf8")]).toEqual(["before", "refilled"]);
});

test("a purchase that a person has to approve names the address, and nothing is written", async () => {
  const error = { code: "approval_required", detail: "A person decides.", approval_url: "http://localhost/approve" };
  confirmed = tool({ error, money: { charged: 0 } }, true);
  const { code, err } = await refill("--max-credits", "16");
  expect([code, err]).toEqual([1, expect.stringContaining("approve this first: http://localhost/approve")]);
  expect(stored()).toBe("before");
});

test("a workbook that is up to date is not written again", async () => {
  plans = [{ ...owned, added: 0, changed: 0 }];
  expect(await refill("--max-credits", "16")).toMatchObject({ code: 0, out: expect.stringContaining("0 new figures") });
  expect(asked).toEqual(["/api/figures/refill/plan"]);
});

test("a token that is refused, a file that is not there and a web app that is gone are one line each", async () => {
  const at = { HIRAKU_MCP_URL: url };
  const failures = await Promise.all([
    runHiraku({ ...at, HIRAKU_MCP_TOKEN: "hkt_wrong" }, "refill", file),
    runHiraku({ ...at, HIRAKU_MCP_TOKEN: "" }, "refill", file),
    runHiraku({ ...at, HIRAKU_MCP_TOKEN: "hkt_right" }, "refill", `${file}.none`),
    runHiraku({ HIRAKU_MCP_URL: "http://127.0.0.1:1/api/mcp", HIRAKU_MCP_TOKEN: "hkt_right" }, "refill", file),
  ]);
  for (const { code, out, err } of failures) expect([code, out, err.trim().split("\n")]).toEqual([1, "", [err.trim()]]);
  const lines = failures.map(({ err }) => err);
  expect(lines[0]).toContain("This token was revoked.");
  expect(lines[1]).toContain("HIRAKU_MCP_TOKEN");
  expect(lines[2]).toContain("there is no such file");
  expect(lines[3]).toContain("did not answer");
});
