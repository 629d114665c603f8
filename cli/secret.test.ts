import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { joinWebApps } from "../lib/store/postgres/presence.ts";
import { servePostgres } from "../service/testing/database.ts";
import { CommandError } from "./command.ts";
import { run } from "./secret.ts";

const postgres = servePostgres();

test("a secret is not rotated as long as one of several web apps runs on the database", async () => {
  const data = mkdtempSync(path.join(tmpdir(), "hiraku-secret-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const url = await postgres.newDatabase();
  const said: string[] = [];
  const env = { HIRAKU_DATA: data, HIRAKU_WEB_DATABASE_URL: url, HIRAKU_SECRET: `${"n".repeat(32)} ${"o".repeat(32)}` };
  const io = {
    env,
    print: (line: string) => said.push(line),
    warn: (line: string) => said.push(line),
    isTerminal: false,
  };
  const rotate = () => run(["rotate"], io);
  const webs = [await joinWebApps(url), await joinWebApps(url)];
  for (const web of webs) {
    await expect(rotate()).rejects.toThrow(CommandError);
    await web.release();
  }
  expect(await rotate()).toBe(0);
  expect(said).toEqual(["0 values are sealed under the newest of 2 secrets."]);
});
