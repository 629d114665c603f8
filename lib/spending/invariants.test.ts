import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { seal, unseal } from "../owners/sealing.ts";
import { secretVersions } from "../owners/secrets.ts";
import { openStore } from "../store/database.ts";
import { first } from "../store/testing/test-store.ts";
import { serveArtifact } from "./http/serve-artifact.ts";
import { questionUnit } from "./kinds/questions.ts";
import { foundPassages } from "./library/found-passages.ts";
import { ledgerPage, libraryPage } from "./library/library-views.ts";
import { ownedContent, ownedDocument, ownedSection, storedAnswer } from "./library/owned.ts";
import { purchaseView } from "./library/purchase-views.ts";
import { parseAction } from "./pricing/actions.ts";
import { simSpender } from "./simulation/app.ts";
import { ann, at, buy, inTime, page, restart, sections, upstream } from "./testing/purchase-setup.ts";

beforeEach(() => restart());

const bob = simSpender("bob", upstream);

const search = { kind: "search_documents", input: { query: "概況" } } as const;

describe("I6: an owner reads only what is its own", () => {
  test("another owner's purchase, section, page, answer and artifact are answered exactly like ones that do not exist", async () => {
    const { app, store } = at;
    const { purchase_id: bought } = await buy(sections("s1"));
    await buy(page([1]));
    await buy(search);
    const asked = parseAction(search);
    if (asked.kind !== "search_documents") throw new Error("another kind of question");
    const { deps, rows } = app;
    const artifactId = String(await first(store, "select artifact_id from artifacts where kind = 'pages'"));
    const nobody = simSpender("nobody", upstream);
    const seenBy = async (who: typeof ann, purchaseId: string, id: string) => ({
      purchase: await purchaseView(deps, rows, who, purchaseId),
      document: { ...(await ownedDocument(rows, who, "D1")), document_id: "" },
      section: await ownedSection(deps, rows, who, "D1", "s1"),
      content: await ownedContent(deps, rows, who, "D1", "s1"),
      answer: await storedAnswer(deps, rows, who, questionUnit(asked)),
      found: await foundPassages(deps, rows, who, "D1", ["s1", "s1-1", "s1-2"]),
      library: await libraryPage(deps, rows, who.ownerId, new URLSearchParams({ q: "経営" })),
      ledger: await ledgerPage(rows, who.ownerId, new URLSearchParams()),
      page: await refusalOf(
        serveArtifact(deps, rows, await rows.artifacts.pageOf(who.ownerId, upstream, "D1", 1), get(), {
          attachment: false,
        }),
      ),
      raw: await refusalOf(
        serveArtifact(deps, rows, await rows.artifacts.artifactOf(who.ownerId, id), get(), { attachment: true }),
      ),
    });
    expect(await seenBy(bob, bought, artifactId)).toEqual(await seenBy(nobody, "pur_never", "art_never"));
    const own = await seenBy(ann, bought, artifactId);
    expect(own.section?.content).toContain("主要な経営指標");
    expect(own.answer?.value).toMatchObject({ hits: [{ section_id: "s1" }] });
    expect(own.found.map(({ sectionId }) => sectionId)).toEqual(["s1"]);
  });

  test("'not modified' is answered to the owner only", async () => {
    await buy(page([1]));
    const { deps, rows } = at.app;
    const open = async (who: typeof ann, etag?: string) =>
      serveArtifact(deps, rows, await rows.artifacts.pageOf(who.ownerId, upstream, "D1", 1), get(etag), {
        attachment: false,
      });
    const first = await open(ann);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect((await open(ann, etag)).status).toBe(304);
    expect(await refusalOf(open(bob, etag))).toEqual({ status: 404, code: "not_found" });
  });

  test("damaged bytes are never served", async () => {
    const { app, disk } = at;
    await buy(page([1]));
    for (const [name, bytes] of disk.files) disk.files.set(name, Buffer.concat([bytes, Buffer.from("x")]));
    const artifact = await app.rows.artifacts.pageOf("ann", upstream, "D1", 1);
    const served = serveArtifact(app.deps, app.rows, artifact, get(), { attachment: false });
    expect(await refusalOf(served)).toEqual({ status: 500, code: "artifact_damaged" });
  });
});

describe("I8: the API key is written nowhere", () => {
  test("a canary key is in no table, file, view or report of a purchase", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "hiraku-canary-"));
    const file = path.join(folder, "web.db");
    restart({}, openStore(file));
    const { app, store, service } = at;
    const versions = secretVersions(["a secret of at least thirty-two characters"]);
    const context = { owner: "ann", purpose: "paid-key" };
    app.deps.sealKey = (spender) => seal(spender.key, context, versions);
    app.deps.unsealKey = (sealed) => unseal(sealed, context, versions);
    const reports: unknown[] = [];
    app.deps.report = (event) => void reports.push(event);
    service.faultRate = 0.5;
    const views = [await buy(sections("s1")).catch(() => undefined)];
    service.faultRate = 0;
    views.push(await buy(search));
    const ledger = await ledgerPage(app.rows, "ann", new URLSearchParams());
    await store.close();
    const sinks = [
      JSON.stringify({ views, ledger, reports }),
      ...filesOf(folder).map((each) => readFileSync(each, "latin1")),
    ];
    rmSync(folder, { recursive: true, force: true });
    expect(service.charges.length).toBeGreaterThan(0);
    for (const sink of sinks) expect(sink.includes(ann.key)).toBe(false);
  });
});

describe("I9: only three routes spend, and they are POSTs", () => {
  const root = path.join(import.meta.dirname, "../..");
  const handlers = filesOf(path.join(root, "app")).filter((each) => /\/(route|page|layout)\.tsx?$/.test(each));
  /** All that Next bundles and that has the door to this code, through which a component could spend as a route does. */
  const entering = ["app", "components", "lib/next"]
    .flatMap((folder) => filesOf(path.join(root, folder)))
    .filter((each) => /\.tsx?$/.test(each) && !/\.test\.tsx?$/.test(each))
    .filter((each) => /\bapp\.server(\.ts)?"/.test(readFileSync(each, "utf8")));
  const enteringWith = (names: RegExp) =>
    entering.filter((each) => names.test(readFileSync(each, "utf8"))).map((each) => path.relative(root, each));
  const has = (file: string) => existsSync(path.join(root, file));
  const sourceOf = (file: string) => readFileSync(path.join(root, file), "utf8");

  test("nothing but POST /api/purchases confirms a quote", () => {
    expect(entering.length).toBeGreaterThan(50);
    expect(enteringWith(/\.confirm\(/)).toEqual(["app/api/purchases/route.ts"]);
    const source = sourceOf("app/api/purchases/route.ts");
    expect([...source.matchAll(/export const (\w+)/g)].map((each) => each[1])).toEqual(["POST"]);
    expect(source).toContain("ownerRoute(");
  });

  test("beside it only what programs obtain and what an answer buys is confirmed, by the same code", () => {
    const code = filesOf(path.join(import.meta.dirname, "..")).filter(
      (each) => /\.ts$/.test(each) && !/\.test\.ts$|\/(testing|simulation)\//.test(each),
    );
    const having = (pattern: RegExp) =>
      code
        .filter((each) => pattern.test(readFileSync(each, "utf8")))
        .map((each) => each.split("/lib/").at(-1))
        .toSorted();
    expect(having(/\.confirm\(/)).toEqual(["spending/engine/buy.ts", "spending/programs/obtain.ts"]);
    expect(having(/engine\/buy\.ts"/).filter((each) => each !== "features/ask/buy-step.ts")).toEqual([
      "spending/programs/obtain.ts",
    ]);
  });

  if (has("app/api/answers/route.ts"))
    test("POST /api/answers alone runs a plan for a session, for no more than was confirmed", () => {
      expect(enteringWith(/startForOwner|runAnswer|buyStep/)).toEqual(["app/api/answers/route.ts"]);
      const source = sourceOf("app/api/answers/route.ts");
      expect(source).toMatch(
        /export const POST = app\.ownerRoute\([^;]*app\.ask\.startForOwner\(owner, await app\.readBody\(/,
      );
      expect(source.match(/startForOwner\(/g)).toHaveLength(1);
    });

  if (has("app/api/mcp/route.ts"))
    test("POST /api/mcp alone spends for a token, and never for a session", () => {
      expect(enteringWith(/serveMcp/)).toEqual(["app/api/mcp/route.ts"]);
      const source = sourceOf("app/api/mcp/route.ts");
      expect(source).toContain("export const POST = app.programs.serveMcp;");
      expect(source.match(/serveMcp/g)).toHaveLength(1);
      const served = sourceOf("lib/features/programs/mcp/serve.ts");
      expect(served).not.toMatch(/getSession|cookies\(/);
    });

  test("no page, layout or GET of the app reaches the runner except to resume what was confirmed", () => {
    for (const each of handlers) {
      const source = readFileSync(each, "utf8");
      expect(source, each).not.toMatch(/runner\.run|paidUpstream|idempotencyKey/);
    }
  });

  test("quotes, views and owned things send no paid request", async () => {
    const { app, service } = at;
    await buy(page([1]));
    const sent = service.requests;
    const look = async () => {
      await app.purchaseService.quote(ann, { kind: "content", document_id: "D1" });
      await app.purchaseService.quote(ann, search);
      await storedAnswer(app.deps, app.rows, ann, questionUnit(search));
      await libraryPage(app.deps, app.rows, "ann", new URLSearchParams());
      await ownedDocument(app.rows, ann, "D1");
    };
    await inTime(look());
    expect(service.requests).toBe(sent);
  });
});

function get(etag?: string): Request {
  return new Request("http://localhost/", etag === undefined ? {} : { headers: { "if-none-match": etag } });
}

async function refusalOf(work: Promise<Response>): Promise<unknown> {
  try {
    return (await work).status;
  } catch (error) {
    if (typeof error !== "object" || error === null || !("problem" in error)) throw error;
    const { status, code } = error.problem as { status: number; code: string };
    return { status, code };
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((each) => path.join(folder, each))
    .filter((each) => statSync(each).isFile());
}
