import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { fakeServer, later } from "@/components/testing/fake-server";
import { earlyWordsScript } from "@/lib/i18n/early-words";
import { useWords, WordsProvider } from "@/lib/i18n/provider";

let root: Root | undefined;
let server: ReturnType<typeof fakeServer> | undefined;
afterEach(() => {
  root?.unmount();
  server?.restore();
  document.body.replaceChildren();
});

function Name() {
  return <h1>{useWords("frame")("account")}</h1>;
}

const messages = { frame: { account: "The account" } };
const text = JSON.stringify(messages);
const page = (file: string) => (
  <WordsProvider locale="en" messages={{}} file={file}>
    <Name />
  </WordsProvider>
);

/** The page as the server has sent it. */
function sent(): HTMLElement {
  const element = document.body.appendChild(document.createElement("div"));
  element.innerHTML = renderToString(
    <WordsProvider locale="en" messages={messages}>
      <Name />
    </WordsProvider>,
  );
  return element;
}

test("a page stays as it was sent while its words are loaded, and is then taken over as it is", async () => {
  const words = later();
  server = fakeServer(() => words.answer);
  const element = sent();
  const heading = element.querySelector("h1");
  expect(heading?.textContent).toBe("The account");
  const faults: unknown[] = [];
  root = hydrateRoot(element, page("/api/words/frame.en.a"), { onRecoverableError: (error) => faults.push(error) });
  await expect.poll(() => server?.asked.length).toBe(1);
  expect(Object.keys(heading ?? {})).toEqual([]);
  words.give(new Response(text));
  await expect.poll(() => Object.keys(heading ?? {}).length).toBeGreaterThan(0);
  expect(element.querySelector("h1")).toBe(heading);
  expect(faults).toEqual([]);
});

/** As the browser runs it while it reads the page. */
function runInPage(script: string): void {
  const element = document.createElement("script");
  element.textContent = script;
  document.head.append(element);
  element.remove();
}

test("words that have come before React begins are there at once", async () => {
  server = fakeServer(() => new Response(text));
  runInPage(earlyWordsScript("/api/words/frame.en.c"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const element = sent();
  flushSync(() => {
    root = hydrateRoot(element, page("/api/words/frame.en.c"));
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(Object.keys(element.querySelector("h1") ?? {}).length).toBeGreaterThan(0);
  expect(server.asked.length).toBe(1);
});

test("words that are under way are asked for once; those that failed, and those of another page, are asked for again", async () => {
  const words = later();
  server = fakeServer(({ url }) => (url.endsWith(".d") ? words.answer : new Response(text)));
  runInPage(earlyWordsScript("/api/words/frame.en.d"));
  root = hydrateRoot(sent(), page("/api/words/frame.en.d"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const heading = document.querySelector("h1");
  expect(Object.keys(heading ?? {})).toEqual([]);
  words.give(new Response(text));
  await expect.poll(() => Object.keys(heading ?? {}).length).toBeGreaterThan(0);
  expect(server.asked.map(({ url }) => url)).toEqual(["/api/words/frame.en.d"]);
  root.unmount();

  document.body.replaceChildren();
  root = hydrateRoot(sent(), page("/api/words/frame.ja.e"));
  await expect.poll(() => Object.keys(document.querySelector("h1") ?? {}).length).toBeGreaterThan(0);
  expect(server.asked.map(({ url }) => url)).toEqual(["/api/words/frame.en.d", "/api/words/frame.ja.e"]);
  root.unmount();

  server.restore();
  server = fakeServer(() => new Response("", { status: 502 }));
  runInPage(earlyWordsScript("/api/words/frame.en.f"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.restore();
  server = fakeServer(() => new Response(text));
  document.body.replaceChildren();
  root = hydrateRoot(sent(), page("/api/words/frame.en.f"));
  await expect.poll(() => Object.keys(document.querySelector("h1") ?? {}).length).toBeGreaterThan(0);
  expect(server.asked.length).toBe(1);
});

test("words that did not come are asked for again until they do, and then never more", async () => {
  let answers = 0;
  server = fakeServer(() => {
    answers += 1;
    if (answers === 1) throw new TypeError("no connection");
    return answers === 2 ? new Response("", { status: 502 }) : new Response(text);
  });
  const element = sent();
  root = hydrateRoot(element, page("/api/words/frame.en.b"));
  const heading = element.querySelector("h1");
  await expect.poll(() => Object.keys(heading ?? {}).length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(answers).toBe(3);
  root.unmount();
  root = hydrateRoot(sent(), page("/api/words/frame.en.b"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answers).toBe(3);
});
