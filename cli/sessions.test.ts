import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recognise } from "../lib/owners/identity.ts";
import { secretVersions } from "../lib/owners/secrets.ts";
import { beginSession, publicSessionId, resumeSession, sessionHashOf } from "../lib/owners/sessions.ts";
import { openStore, type Store } from "../lib/store/database.ts";
import { CommandError, UsageError } from "./command.ts";
import { run } from "./sessions.ts";

const ended: object[] = [];
vi.mock("../lib/log.ts", () => ({ logEvent: (name: string, fields: object) => void ended.push({ name, ...fields }) }));

const versions = secretVersions(["s".repeat(32)]);
const upstreamUrl = "https://service.example";
let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-sessions-"));
  store = openStore(path.join(folder, "web.db"));
  ended.length = 0;
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command on the folder while the web app's own connection stays open. */
async function command(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await run([...args, "--data", folder], { env: {}, print, warn: print, isTerminal: false });
  return lines.join("\n");
}

async function begin(apiKey: string): Promise<{ id: string; ownerId: string; listed: string }> {
  const nowMs = Date.now();
  const identity = await recognise(store, { upstream: upstreamUrl, apiKey, versions, nowMs });
  const browser = "Firefox/Linux";
  const id = await beginSession(store, { identity, upstreamUrl, apiKey, demo: false, browser, nowMs, versions });
  return { id, ownerId: identity.ownerId, listed: publicSessionId(sessionHashOf(id)) };
}

const lives = async ({ id }: { id: string }) =>
  (await resumeSession(store, id, { nowMs: Date.now(), upstreamUrl, versions })) !== undefined;

describe("hiraku sessions", () => {
  it("lists who is signed in, without what a cookie or a key holds", async () => {
    const session = await begin("hk_one");
    const listed = await command("list");
    expect(listed).toContain(session.listed);
    expect(listed).toContain(session.ownerId);
    expect(listed).toContain("Firefox/Linux");
    expect(listed).not.toContain(session.id);
    expect(listed).not.toContain("hk_one");
    expect(JSON.parse(await command("list", "--owner", session.ownerId, "--json"))).toHaveLength(1);
    expect(JSON.parse(await command("list", "--owner", "own_other", "--json"))).toEqual([]);
  });

  it("ends one session beside the running web app, and no other", async () => {
    const [one, two] = [await begin("hk_one"), await begin("hk_one")];
    expect(await command("end", one.listed)).toBe("1 session is ended.");
    expect([await lives(one), await lives(two)]).toEqual([false, true]);
    expect(ended).toContainEqual(
      expect.objectContaining({ name: "session_ended", sessionId: one.listed, reason: "operator" }),
    );
  });

  it("ends those of one library, or all", async () => {
    const [one, two, other] = [await begin("hk_one"), await begin("hk_one"), await begin("hk_other")];
    await command("end", "--owner", one.ownerId);
    expect([await lives(one), await lives(two), await lives(other)]).toEqual([false, false, true]);
    await begin("hk_one");
    await command("end", "--all");
    expect(await lives(other)).toBe(false);
    expect(await command("list")).toBe("Nobody is signed in.");
  });

  it("deletes the session's copy of the key at once, before anybody uses it", async () => {
    const { listed } = await begin("hk_one");
    await command("end", listed);
    expect(await store.prepare("select sealed_key from sessions").all()).toEqual([{ sealed_key: "" }]);
  });

  it("refuses what can't be meant, and ends nothing then", async () => {
    const session = await begin("hk_one");
    await expect(command("end")).rejects.toThrow(UsageError);
    await expect(command("end", session.listed, "--all")).rejects.toThrow(UsageError);
    await expect(command("end", "--all", "--owner", session.ownerId)).rejects.toThrow(UsageError);
    await expect(command("stop")).rejects.toThrow(UsageError);
    await expect(command("end", "ses_0000000000000000")).rejects.toThrow(CommandError);
    await expect(command("end", "%")).rejects.toThrow(CommandError);
    expect(await lives(session)).toBe(true);
    await expect(run(["list", "--data", path.join(folder, "none")], ioOf())).rejects.toThrow("no store of the web app");
  });
});

function ioOf() {
  return { env: {}, print: () => undefined, warn: () => undefined, isTerminal: false };
}
