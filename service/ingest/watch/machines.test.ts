import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { jstDate } from "../../../lib/contract/dates.ts";
import { openPostgres } from "../../storage/postgres/open-postgres.ts";
import { servePostgres } from "../../testing/database.ts";
import { listRow, standInKey, startStandIn } from "../testing/edinet-stand-in.ts";
import { makeFiling } from "../testing/make-filing.ts";

const postgres = servePostgres();

test("of two machines on a database one follows EDINET, and the other goes on when it is killed", async () => {
  const standIn = await startStandIn();
  const root = mkdtempSync(join(tmpdir(), "hiraku-machines-"));
  onTestFinished(async () => {
    await standIn.close();
    rmSync(root, { recursive: true, force: true });
  });
  const url = await postgres.newDatabase();
  const days = [jstDate(Date.now()), jstDate(Date.now() + 86_400_000)];
  const list = (...ids: string[]) => {
    for (const day of days)
      standIn.lists.set(
        day,
        ids.map((id, at) => listRow(id, { seqNumber: at + 1 })),
      );
    for (const id of ids) standIn.files.set(`${id}:1`, { type: "application/octet-stream", bytes: makeFiling() });
  };
  const downloads = (id: string) => standIn.requests.filter((request) => request.includes(id)).length;
  /** By the name of its folder, which is its own. */
  const machine = (name: string): ChildProcess => {
    const child = spawn(process.execPath, [resolve(import.meta.dirname, "../../../cli/main.ts"), "ingest", "watch"], {
      env: {
        ...process.env,
        HIRAKU_DATA: join(root, name),
        HIRAKU_DATABASE_URL: url,
        HIRAKU_BLOBS_URL: join(root, "blobs"),
        HIRAKU_SECRET: "s".repeat(32),
        HIRAKU_EDINET_URL: standIn.url,
        HIRAKU_EDINET_KEY: standInKey,
        HIRAKU_EDINET_PAUSE_MS: "10",
        HIRAKU_EDINET_SINCE: "1",
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  /** It has opened the store, and asks whether it is the one. */
  const isOpen = (child: ChildProcess) =>
    new Promise<void>((done) =>
      child.stderr?.on("data", (chunk) => String(chunk).includes("hiraku watches") && done()),
    );

  list("S1000001");
  const first = machine("a");
  await vi.waitFor(() => expect(downloads("S1000001")).toBe(1), 45_000);
  const second = machine("b");
  await isOpen(second);
  const listsBefore = standIn.requests.length;
  await vi.waitFor(() => expect(standIn.requests.length).toBeGreaterThan(listsBefore), 45_000);
  list("S1000001", "S1000002");
  await vi.waitFor(() => expect(downloads("S1000002")).toBe(1), 45_000);
  expect(standIn.atOnceMax).toBe(1);

  first.kill("SIGKILL");
  await once(first, "exit");
  list("S1000001", "S1000002", "S1000003");
  await vi.waitFor(() => expect(downloads("S1000003")).toBe(1), 45_000);
  second.kill("SIGTERM");
  expect(await once(second, "exit")).toEqual([0, null]);
  const store = await openPostgres({ url, dataFolder: join(root, "c") });
  onTestFinished(() => store.close());
  const { catalog } = store.library();
  for (const id of ["S1000001", "S1000002", "S1000003"])
    expect((await catalog.findDocument(id))?.summary.content_status).toBe("ready");
  expect(downloads("S1000001")).toBe(1);
}, 240_000);
