import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { figuresPage } from "../bench/claims.ts";
import { filledReference, referenceFile } from "./reference.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const listed = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "" && existsSync(path.join(root, file)));

it("docs/figures.md is what bench/claims.ts says", () => {
  expect(read("docs/figures.md"), "run `node scripts/reference.ts`").toBe(figuresPage());
});

describe("docs/reference.md", () => {
  it("lists every command, problem, key and metric as the code has it", async () => {
    const text = readFileSync(referenceFile, "utf8");
    expect(text, "run `node scripts/reference.ts`").toBe(await filledReference(text));
  });

  it("has each metric that the code of both programs names", () => {
    const names = listed("service", "lib")
      .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/"(hiraku_\w+)"/g)].map((match) => match[1]));
    const text = readFileSync(referenceFile, "utf8");
    expect(names.length).toBeGreaterThan(15);
    for (const name of names)
      expect(text, `${name} needs its help in the place where it is named`).toContain(`\`${name}\``);
  });

  it("lists every shortcut that a component binds", () => {
    const bound = listed("components")
      .filter((file) => /\.tsx$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/^ *useShortcut\("([^"]+)"/gm)].map((match) => match[1] ?? ""));
    const shown: Readonly<Record<string, string>> = {
      "mod+k": "⌘K",
      ArrowLeft: "←",
      ArrowRight: "→",
      "g #": "g",
      Escape: "Esc",
    };
    const text = readFileSync(referenceFile, "utf8");
    expect(bound.length).toBeGreaterThan(10);
    for (const key of new Set(bound)) expect(text, key).toContain(`\`${shown[key] ?? key}\``);
  });
});

describe("the pages of docs", () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .trim()
      .replaceAll(" ", "-");
  const headings = (file: string) => [...read(file).matchAll(/^#+ (.+)$/gm)].map((match) => slug(match[1] ?? ""));

  it.each(listed("*.md"))("%s links to files and headings that exist", (page) => {
    const prose = read(page).replace(/`[^`\n]*`/g, "");
    const links = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)/g)].map((match) => match[1] ?? "");
    const missing = links.filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? page : path.join(path.dirname(page), file);
      return !existsSync(path.join(root, target)) || (anchor !== undefined && !headings(target).includes(anchor));
    });
    expect(missing).toEqual([]);
  });

  it("docs/architecture.md has a line for every folder at the top, in lib/ and in service/", () => {
    const folders = new Set(
      listed().flatMap((file) => {
        const [top = "", second = "", third] = file.split("/");
        if (second === "" || top.startsWith(".")) return [];
        return third !== undefined && (top === "lib" || top === "service")
          ? [`${top}/`, `${top}/${second}/`]
          : [`${top}/`];
      }),
    );
    const lines = new Set(
      [...read("docs/architecture.md").matchAll(/^\| `([\w/-]+\/)` \|/gm)].map((match) => match[1] ?? ""),
    );
    expect([...folders].filter((folder) => !lines.has(folder))).toEqual([]);
  });

  it.each(["docs/architecture.md", "docs/glossary.md", "CONTRIBUTING.md"])("%s names files that exist", (page) => {
    const named = [
      ...read(page).matchAll(/`((?:app|bench|cli|components|docs|e2e|lib|messages|scripts|service)\/[\w@.()[\]/-]*)`/g),
    ].map((match) => match[1] ?? "");
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe("docs/decisions", () => {
  const pages = listed("docs/decisions/0*.md").sort();

  it("numbers them without gaps, each at most a page, and lists each", () => {
    const index = read("docs/decisions/README.md");
    for (const [at, page] of pages.entries()) {
      const text = read(page);
      expect(text.split(" ")[1], page).toBe(`${at + 1}.`);
      expect(path.basename(page).slice(0, 4)).toBe(String(at + 1).padStart(4, "0"));
      expect(text.split(/\s+/).length, page).toBeLessThan(400);
      for (const part of ["Context", "Decision", "Cost"]) expect(text, page).toContain(`\n**${part}.**`);
      expect(index, "add its line").toContain(`](${path.basename(page)})`);
    }
  });

  it("are named elsewhere by numbers that exist", () => {
    const named = listed("*.md", "*.ts", "*.tsx", "*.mjs")
      .filter(
        (file) => !file.startsWith("docs/decisions/") && file !== "CHANGELOG.md" && !file.startsWith("service/sample/"),
      )
      .flatMap((file) => [...read(file).matchAll(/\bdecision (\d+)\b|docs\/decisions\/(\d{4})/g)])
      .map((match) => Number(match[1] ?? match[2]));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((number) => number < 1 || number > pages.length)).toEqual([]);
  });
});
