import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ensurePythonPackages } from "../python-packages.ts";
import { refuse, root, step } from "../toolchain.mjs";
import { packApp } from "./app-archive.ts";
import { makeBill } from "./bill-of-materials.ts";
import { npm } from "./npm.ts";
import { notesOf, versionsIn } from "./version.ts";

interface Wanted {
  /** A repository whose newest commit is released. */
  readonly repository: string;
  readonly version: string;
  /** The private key that signs, as `ssh-keygen` makes it. */
  readonly key: string | undefined;
  readonly tag: boolean;
  /** Without it the web app is neither built nor packed. */
  readonly withApp: boolean;
}

/** A signature names its use, so that one for something else is not taken for it. */
const purpose = "hiraku-release";

/** Makes everything from a clone of the commit, so that nothing that lies in this folder gets into it. */
export async function makeRelease({ repository, version, key, tag, withApp }: Wanted): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", repository, ...args], { maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] });
  if (git("status", "--porcelain").length > 0)
    refuse("there are changes that are not committed; a release is made of a commit.");
  const others = versionsIn(repository).filter((each) => each.version !== version);
  if (others.length > 0)
    refuse(`${others.map((each) => `${each.file} says ${each.version}`).join(", ")}, and not ${version}.`);
  const seconds = Number(git("log", "-1", "--format=%ct"));
  const out = path.join(repository, "release", version);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const into = (name: string) => path.join(out, name);
  writeFileSync(into("RELEASE-NOTES.md"), notesOf(repository, version));

  const prefix = `hiraku-${version}`;
  const source = git("archive", "--format=tar", `--prefix=${prefix}/`, "HEAD");
  writeFileSync(into(`${prefix}-source.tar.gz`), gzipSync(source, { level: 9 }));

  const work = mkdtempSync(path.join(tmpdir(), "hiraku-release-"));
  try {
    const clone = path.join(work, prefix);
    git("clone", "--quiet", "--no-hardlinks", repository, clone);
    symlinkSync(path.join(root, "node_modules"), path.join(clone, "node_modules"));
    // Its own script compiles it; .npmrc is against those of others, and npm hands that on to what it runs.
    npm(path.join(clone, "packages/client"), ["pack", "--silent", "--ignore-scripts=false", "--pack-destination", out]);
    await packPython(path.join(clone, "packages/python"), out, seconds);
    makeBill(clone, into(`${prefix}-sbom.cdx.json`), seconds);
    rmSync(path.join(clone, "node_modules"));
    if (withApp) await packApp(clone, out, seconds);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }

  const sums = readdirSync(out)
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(into(name)))
          .digest("hex")}  ${name}\n`,
    );
  writeFileSync(into("SHA256SUMS"), sums.join(""));
  if (key !== undefined) sign(into("SHA256SUMS"), into("signers"), key);
  if (tag) {
    const signed =
      key === undefined ? ["tag", "-a"] : ["-c", "gpg.format=ssh", "-c", `user.signingKey=${key}`, "tag", "-s"];
    git(...signed, `v${version}`, "-m", `Hiraku ${version}`);
  }
  process.stdout.write(`${summary(out, key, withApp)}\n`);
}

async function packPython(folder: string, out: string, seconds: number): Promise<void> {
  const env = {
    ...process.env,
    PYTHONPATH: ensurePythonPackages("python-client"),
    SOURCE_DATE_EPOCH: String(seconds),
  };
  await step(
    "Packing the client for Python",
    "sh",
    ["-c", 'cd "$1" && python3 -m hatchling build -d "$2"', "sh", folder, out],
    { env },
  );
}

/** By OpenSSH, which a stranger has: with Ed25519 equal bytes have equal signatures. */
function sign(file: string, signers: string, key: string): void {
  execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-f", key, "-n", purpose, file], { stdio: "inherit" });
  const [kind = "", publicKey = ""] = execFileSync("ssh-keygen", ["-y", "-f", key], { encoding: "utf8" }).split(/\s/);
  if (kind !== "ssh-ed25519") refuse("the key is not of the kind ed25519, whose signatures can be made again.");
  writeFileSync(signers, `hiraku namespaces="${purpose},git" ${kind} ${publicKey}\n`);
}

function summary(out: string, key: string | undefined, withApp: boolean): string {
  return [
    `${out}:`,
    ...readdirSync(out).map((name) => `  ${name}`),
    `Made with Node ${process.versions.node}, npm ${npm(out, ["--version"]).trim()}, ${execFileSync("git", ["--version"], { encoding: "utf8" }).trim()}, ${process.platform}-${process.arch}.`,
    "Whoever makes it again of this commit with these versions gets equal bytes of every file in SHA256SUMS.",
    "With another npm the SBOM differs by npm's version; with another Node or Python the compressed files may differ,",
    "and not what they hold. SHA256SUMS.sig and signers are equal only with the same key; a tag has the time of its making.",
    ...(key === undefined ? ["Not signed: --key FILE signs."] : []),
    ...(withApp ? [] : ["Without the archive of the built app."]),
  ].join("\n");
}
