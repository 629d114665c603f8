import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MarketFreshness } from "../lib/contract/resources.ts";
import { createHarness } from "../service/testing/harness.ts";
import { listening } from "../service/testing/sockets.ts";

const guide = readFileSync(path.resolve(import.meta.dirname, "../docs/api.md"), "utf8");

interface CurlCall {
  readonly url: string;
  readonly init: RequestInit;
  readonly status: number;
}

/**
 * Every `curl` line of the guide, with the variables that a reader sets. A status other than 200 is written after `#`.
 */
function callsOf(variables: Readonly<Record<string, string>>): CurlCall[] {
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  const lines = blocks.flatMap((block) => block.split("\n")).filter((line) => line.startsWith("curl "));
  return lines.map((line) => readCurl(wordsOf(line, variables)));
}

/** Splits a line as a shell does: single quotes keep everything, double quotes and unquoted words expand variables. */
function wordsOf(line: string, variables: Readonly<Record<string, string>>): string[] {
  const fill = (text: string) =>
    text.replace(
      /\$([A-Z]+)/g,
      (_, name: string) => variables[name] ?? fail(`the guide uses $${name} and nothing sets it`),
    );
  return [...line.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, kept, filled, bare]) => kept ?? fill(filled?.replaceAll('\\"', '"') ?? bare ?? ""),
  );
}

function readCurl(words: readonly string[]): CurlCall {
  const headers = new Headers();
  let body: string | undefined;
  let query = "";
  let url = "";
  let status = 200;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    const value = () => words[++at] ?? fail(`${word} takes a value`);
    if (word === "-H") {
      const [name = "", ...rest] = value().split(": ");
      headers.set(name, rest.join(": "));
    } else if (word === "-d") body = value();
    else if (word === "--data-urlencode") {
      const [name = "", ...rest] = value().split("=");
      query = `?${new URLSearchParams({ [name]: rest.join("=") })}`;
    } else if (word === "-o") value();
    else if (word === "#") status = Number(value());
    else if (word.startsWith("http")) url = word;
    else if (!["-s", "-i", "--get"].includes(word)) fail(`the test does not know curl's ${word}`);
  }
  return { url: url + query, init: body === undefined ? { headers } : { method: "POST", headers, body }, status };
}

function fail(message: string): never {
  throw new Error(message);
}

test("every command of the guide does what the guide says, on a service behind a socket", async () => {
  const harness = await createHarness();
  const { newKey } = harness;
  const { url: base } = await listening(harness);
  const { key } = await newKey({ credits: 1_000, perMinute: 1_000 });
  const variables = {
    HIRAKU: base,
    KEY: key,
    NAME: "株式会社",
    CODE: "9A01",
    DOCUMENT: "READY1",
    SECTION: "part1-2",
    QUOTE: "事業の状況 リスク。",
  };
  const calls = callsOf(variables);
  expect(calls.length).toBeGreaterThan(15);
  const answers = [];
  for (const { url, init, status } of calls) {
    const answer = await fetch(url, init);
    const text = await answer.text();
    expect(answer.status, `${url} ${text.slice(0, 300)}`).toBe(status);
    answers.push(answer);
  }
  const [first, again] = answers.filter((_, index) => new Headers(calls[index]?.init.headers).has("idempotency-key"));
  expect(Number(first?.headers.get("x-credits-charged"))).toBeGreaterThan(0);
  expect(again?.headers.get("x-credits-charged")).toBe("0");
  expect(again?.headers.get("idempotency-replayed")).toBe("true");
});

test("what a service says of its market is explained, field by field", () => {
  const paragraph = guide.split("\n").find((line) => line.includes("how fresh its market is")) ?? "";
  expect(Object.keys(MarketFreshness.shape).filter((field) => !paragraph.includes(`\`${field}\``))).toEqual([]);
});
