import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { jstDate } from "../lib/contract/dates.ts";
import { listRow, standInKey, startStandIn } from "../service/ingest/testing/edinet-stand-in.ts";
import { makeFiling } from "../service/ingest/testing/make-filing.ts";

test("the command goes on for two intervals and takes in what comes, and ends with 0 when it is asked to", async () => {
  const standIn = await startStandIn();
  onTestFinished(() => standIn.close());
  const data = mkdtempSync(join(tmpdir(), "hiraku-watch-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const today = jstDate(Date.now());
  const list = (...ids: string[]) =>
    standIn.lists.set(
      today,
      ids.map((id, at) => listRow(id, { seqNumber: at + 1, submitDateTime: `${today} 09:0${at}` })),
    );
  for (const id of ["S1000001", "S1000002", "S1000003"])
    standIn.files.set(`${id}:1`, { type: "application/octet-stream", bytes: makeFiling() });
  const asked = (id: string) => standIn.requests.filter((request) => request.includes(id)).length;
  list("S1000001");

  const child = spawn(process.execPath, [resolve(import.meta.dirname, "main.ts"), "ingest", "edinet", "--watch"], {
    env: {
      ...process.env,
      HIRAKU_DATA: data,
      HIRAKU_EDINET_URL: standIn.url,
      HIRAKU_EDINET_KEY: standInKey,
      HIRAKU_EDINET_PAUSE_MS: "10",
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  let code: number | undefined;
  void ended.then(([got]) => (code = Number(got)));
  const taken = (id: string) =>
    vi.waitFor(() => {
      expect(code, "the command has ended by itself").toBeUndefined();
      expect(asked(id)).toBe(1);
    }, 30_000);
  await taken("S1000001");
  list("S1000001", "S1000002");
  await taken("S1000002");
  list("S1000001", "S1000002", "S1000003");
  await taken("S1000003");
  child.kill("SIGTERM");
  await ended;
  expect(code).toBe(0);
  expect(asked("S1000001")).toBe(1);
}, 60_000);
