import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../store/database.ts";

test("the program refuses a store that a newer version wrote, in a line, and leaves it as it is", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-newer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "web.db");
  const store = openStore(file);
  store.db.exec("insert into migrations values ('owners-99', 0)");
  await store.close();

  // Where it is not refused it waits for signals; the end of its standard input is one.
  const program = spawn(process.execPath, ["lib/server/main.ts", "--exit-with-stdin"], {
    env: { ...process.env, HIRAKU_DATA: folder, PORT: "0", HIRAKU_API_URL: "http://127.0.0.1:9" },
    stdio: ["pipe", "ignore", "pipe"],
  });
  onTestFinished(() => void program.kill("SIGKILL"));
  const [said, [code]] = await Promise.all([text(program.stderr), once(program, "exit")]);
  expect(said).toBe("hiraku: The web app's store was written by a newer version (it holds owners-99).\n");
  expect(code).toBe(1);
  const after = new Database(file, { readonly: true });
  onTestFinished(() => void after.close());
  expect(after.prepare("select count(*) from migrations where id = 'owners-99'").pluck().get()).toBe(1);
}, 60_000);
