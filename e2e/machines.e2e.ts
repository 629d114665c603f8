import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { signIn } from "../scripts/drills/reader.ts";
import { type GrantedProgram, grantProgram } from "./granted-program.ts";
import { root } from "./launcher-run.ts";

/** `npm run soak -- machines` in its small form, with the engines that come from package registries. */
test("a deployment of several programs starts, mends what is killed, and leaves nothing when it is killed itself", async () => {
  test.setTimeout(240_000);
  const args = ["scripts/soak.mjs", "machines", "--without", "search"];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  try {
    await expect.poll(() => said, { timeout: 180_000 }).toContain("Stop with Ctrl-C");
    const told = (pattern: RegExp) => pattern.exec(said)?.[1] ?? "";
    const webUrl = told(/Hiraku +(http\S+)/);
    const key = told(/Key +(hk_\S+)/);
    const reader = await signIn(webUrl, key);
    const webs = ["web-a", "web-b"].map((name) => told(new RegExp(`${name} +pid \\d+ +(\\S+)`)));
    await refreshesAndEnds(await grantProgram(webUrl, key), webs);

    const [first = "", second = ""] = await reader.documents();
    await reader.buy({ kind: "pages", document_id: first, pages: [1] });

    const parts = [...said.matchAll(/^ +([a-z0-9-]+) +pid (\d+) /gm)].map(([, name = "", pid]) => ({
      name,
      pid: Number(pid),
    }));
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["postgres", "s3", "proxy", "service-a", "service-b", "web-a"]),
    );
    const victims = parts.filter(({ name }) => ["postgres", "service-a", "web-a"].includes(name));
    for (const { pid } of victims) process.kill(pid, "SIGKILL");
    for (const { name } of victims) await expect.poll(() => said).toContain(`${name} ended`);
    const bought = () => reader.buy({ kind: "pages", document_id: second, pages: [1] }).then(() => true);
    await expect.poll(() => bought().catch(() => false), { timeout: 60_000 }).toBe(true);

    child.kill("SIGKILL");
    const folder = told(/Folder +(\S+)/);
    const left = () => parts.filter(({ pid, name }) => !victims.some((each) => each.name === name) && isRunning(pid));
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    await expect.poll(() => fetch(webUrl).then(String, () => "gone"), { timeout: 30_000 }).toBe("gone");
    await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false);
  } finally {
    child.kill("SIGINT");
  }
});

/** Tokens of one web process are those of the other, and end there within five seconds. */
async function refreshesAndEnds(program: GrantedProgram, [one = "", other = ""]: readonly string[]) {
  expect([await program.call(one), await program.call(other)]).toEqual([200, 200]);
  await program.refresh(one);
  expect(await program.call(other)).toBe(200);
  await expect.poll(() => program.call(other, "before"), { timeout: 5_000 }).toBe(401);
  await program.refresh(other);
  expect(await program.call(one)).toBe(200);
  await program.revoke(one);
  await expect.poll(() => program.call(other), { timeout: 5_000 }).toBe(401);
  expect(await program.call(one)).toBe(401);
}

function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) Z /.test(readFileSync(file, "utf8"));
}
