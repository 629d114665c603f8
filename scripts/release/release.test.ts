import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../toolchain.mjs";
import { notesOf, versionsIn } from "./version.ts";

/** A release of the packages and the source, by a key that is thrown away. */

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-release-test-"));
const repository = path.join(folder, "repository");
const published = path.join(folder, "published");
const [{ version = "" } = {}] = versionsIn(root);
const main = path.join(root, "scripts/release/main.ts");

beforeAll(() => {
  mkdirSync(repository);
  const parts = ["package.json", "package-lock.json", "server.json", "tsconfig.json", ".gitignore"];
  for (const part of [...parts, "packages", "lib/contract", "lib/text", "lib/kit/retry"])
    cpSync(path.join(root, part), path.join(repository, part), { recursive: true });
  writeFileSync(
    path.join(repository, "CHANGELOG.md"),
    `# Changelog\n\n## ${version}\n\nThe first.\n\n## 0.0.1\n\nOld.\n`,
  );
  const git = (...args: string[]) => execFileSync("git", ["-C", repository, ...args], { stdio: "ignore" });
  git("init");
  git("add", ".");
  git("config", "user.name", "A");
  git("config", "user.email", "a@example.com");
  git("commit", "-m", "All of it");
  for (const name of ["key", "another"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(folder, name)]);
  // As `npm run` passes .npmrc on.
  const env = { ...process.env, npm_config_ignore_scripts: "true" };
  const args = [main, version, "--without-app", "--tag", "--key", path.join(folder, "key")];
  execFileSync(process.execPath, args, { cwd: repository, env, stdio: "ignore" });
  cpSync(path.join(repository, "release", version), published, { recursive: true });
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = readFileSync(path.join(root, "docs/verify-a-release.md"), "utf8");
const commands = (/```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? "").trim().split("\n");

function run(command = "", cwd = published) {
  const here = command
    .replace("https://hiraku.example/hiraku.git", `${repository} hiraku`)
    .replace("npm run release --", `${process.execPath} ${main} --without-app`)
    .replaceAll("1.0.0", version);
  return spawnSync("sh", ["-c", here], { cwd, encoding: "utf8" });
}

test("a stranger verifies it with the five commands of the page, and makes equal bytes", () => {
  expect(commands).toHaveLength(5);
  for (const command of commands) {
    const { status, stderr } = run(command);
    expect(`${command}: ${status} ${status === 0 ? "" : stderr}`).toBe(`${command}: 0 `);
  }
  const names = readdirSync(path.join(repository, "release", version)).map((name) => name.replace(version, "1.0.0"));
  expect(names.sort()).toEqual(
    [
      ...["RELEASE-NOTES.md", "SHA256SUMS", "SHA256SUMS.sig", "signers", "hiraku-1.0.0-sbom.cdx.json"],
      ...["hiraku-1.0.0-source.tar.gz", "hiraku-client-1.0.0.tgz", "hiraku_client-1.0.0-py3-none-any.whl"],
      "hiraku_client-1.0.0.tar.gz",
    ].sort(),
  );
  const client = execFileSync("tar", ["tzf", path.join(published, `hiraku-client-${version}.tgz`)], {
    encoding: "utf8",
  });
  expect(client).toContain("/dist/packages/client/index.js\n");
  expect(readFileSync(path.join(published, "RELEASE-NOTES.md"), "utf8")).toBe(`# Hiraku ${version}\n\nThe first.\n`);
}, 180_000);

describe("what somebody else has changed is refused, in words", () => {
  const changed = path.join(folder, "changed");
  const files = () => readdirSync(changed).filter((name) => !/^(SHA256SUMS.*|signers)$/.test(name));
  const into = (name: string) => path.join(changed, name);
  const sign = (key: string, purpose: string) => {
    rmSync(into("SHA256SUMS.sig"));
    execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-f", path.join(folder, key), "-n", purpose, into("SHA256SUMS")]);
  };
  const [signature, sums] = commands;
  const saysOf = (command = "") => {
    const { status, stdout, stderr } = run(command, changed);
    return status === 0 ? `accepted ${stdout}` : stdout + stderr;
  };

  beforeEach(() => {
    rmSync(changed, { recursive: true, force: true });
    cpSync(published, changed, { recursive: true });
    rmSync(into("hiraku"), { recursive: true });
  });

  test("a byte of any file", () => {
    expect(files()).toHaveLength(6);
    for (const name of files()) {
      const bytes = readFileSync(into(name));
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(into(name), bytes);
      expect(saysOf(sums)).toContain(`${name}: FAILED`);
    }
  });

  test("a byte or a line of the sums, also for a path outside, and a signature by another key or for something else", () => {
    const text = readFileSync(into("SHA256SUMS"), "utf8");
    for (const other of [text.replace(/^./, "g"), `${text}${"0".repeat(64)}  ../outside\n`, `${text}more\n`]) {
      writeFileSync(into("SHA256SUMS"), other);
      expect(saysOf(signature)).toContain("Could not verify signature");
      expect(saysOf(sums)).toMatch(/improperly formatted|\.\.\/outside: FAILED/);
    }
    writeFileSync(into("SHA256SUMS"), text);
    sign("another", "hiraku-release");
    expect(saysOf(signature)).toContain("Could not verify signature");
    sign("key", "git");
    expect(saysOf(signature)).toContain("Could not verify signature");
  });

  test("another signer beside the true one is named by his own fingerprint", () => {
    const fingerprint = (key: string) =>
      execFileSync("ssh-keygen", ["-lf", path.join(folder, `${key}.pub`)], { encoding: "utf8" }).split(" ")[1] ?? "";
    expect(saysOf(signature)).toContain(fingerprint("key"));
    appendFileSync(into("signers"), `hiraku ${readFileSync(path.join(folder, "another.pub"), "utf8")}`);
    sign("another", "hiraku-release");
    expect(saysOf(signature)).toContain(fingerprint("another"));
  });

  test("no archive has a path outside its folder, or a link", () => {
    for (const name of files().filter((each) => /\.(tar\.gz|tgz)$/.test(each))) {
      const lines = execFileSync("tar", ["tzvf", into(name)], { encoding: "utf8", maxBuffer: 1e8 })
        .trim()
        .split("\n");
      expect(lines.filter((line) => !/^[-d]/.test(line) || / \/|\.\.\//.test(line))).toEqual([]);
      expect(new Set(lines.map((line) => / ([^ /]+)(?:\/.*)?$/.exec(line)?.[1])).size).toBe(1);
    }
  });
});

test("what is not committed is not released", () => {
  writeFileSync(path.join(repository, "more.txt"), "more");
  const { status, stderr } = spawnSync(process.execPath, [main, version], { cwd: repository, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("not committed");
});

test("one version everywhere, and its notes", () => {
  expect(versionsIn(root).filter((each) => each.version !== version)).toEqual([]);
  const images = spawnSync("grep", ["-rohE", "hiraku(-service)?:[0-9]+[.][0-9]+[.][0-9]+", "docs"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(new Set(images.stdout.trim().split("\n"))).toEqual(
    new Set([`hiraku:${version}`, `hiraku-service:${version}`]),
  );
  expect(() => notesOf(repository, "9.9.9")).toThrow("no section 9.9.9");
});

test("the app uses no keys that an archive would make public", () => {
  const args = ["-rlE", `"use server"|draftMode\\(|setPreviewData`, "app", "components", "lib", "--include=*.ts*"];
  expect(spawnSync("grep", args, { cwd: root, encoding: "utf8" }).stdout).toBe("");
});
