import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { fakeServer, later } from "@/components/testing/fake-server";
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
