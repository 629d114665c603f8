import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

/** A program that logs to its standard output and then dies as the code says. */
function deathBy(code: string) {
  const file = path.join(import.meta.dirname, "last-words.ts");
  const program = `import { sayLastWords } from ${JSON.stringify(file)};
    sayLastWords((error) => console.log("logged " + error.stack));
    ${code}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  const said = stderr.split("\n").find((line) => line.startsWith("hiraku: "));
  return { status, logged: stdout, said };
}

test.each([
  ["an error that nobody caught", `setTimeout(() => { throw new TypeError("hk_secret"); });`],
  [
    "an error that a library would live on with",
    `process.on("uncaughtException", () => {});
    setTimeout(() => { throw new TypeError("hk_secret"); }); setTimeout(() => {}, 3_000);`,
  ],
  ["a rejection that nobody handled", `void Promise.reject(new TypeError("hk_secret"));`],
])("a program that dies of %s logs it with its stack, and says it in a line without its message", (_of, code) => {
  const { status, logged, said } = deathBy(code);
  expect(status).toBe(1);
  expect(logged).toMatch(/logged TypeError: hk_secret\n\s+at /);
  expect(said).toMatch(/^hiraku: died of TypeError at /);
  expect(said).not.toContain("hk_secret");
});

test("what Node says of its own error is in the line", () => {
  const { said } = deathBy(`import("node:fs").then(({ readFileSync }) => readFileSync("/no/such/file"));`);
  expect(said).toContain("Error [ENOENT]: ENOENT: no such file or directory");
});
