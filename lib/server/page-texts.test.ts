import { afterEach, describe, expect, it } from "vitest";
import { asScriptContent, renderedTexts, renderedValues } from "../page-text/page-text.ts";
import { notePageText } from "./answer-traits.ts";
import { listenWeb, type WebServer } from "./web-server.ts";

const open: WebServer[] = [];
afterEach(async () => {
  for (const web of open.splice(0)) await web.close(0);
});

describe("a text of a page", () => {
  it("is kept while its answer is made, under an id of its own, and forgotten with the answer", async () => {
    const web = await listenWeb({ host: "127.0.0.1", port: 0, trustProxy: false, onFailure: () => {} });
    open.push(web);
    const made = ["one"];
    const seen: (string | undefined)[] = [];
    const values: unknown[] = [];
    web.serve(async (_request, response) => {
      const ids = [notePageText("one", made), notePageText("one")];
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(...ids.map((id) => renderedTexts().get(id ?? "")));
      values.push(...ids.map((id) => renderedValues().get(id ?? "")));
      expect(new Set(ids).size).toBe(2);
      response.end();
    });
    await (await fetch(`http://127.0.0.1:${web.address.port}/`)).text();
    expect(seen).toEqual(["one", "one"]);
    expect(values[0], "what it was written from").toBe(made);
    expect(values[1]).toBeUndefined();
    await expect.poll(() => renderedTexts().size + renderedValues().size).toBe(0);
  });

  it("stays with its component where the reader has gone meanwhile, and nothing is kept", async () => {
    const web = await listenWeb({ host: "127.0.0.1", port: 0, trustProxy: false, onFailure: () => {} });
    open.push(web);
    const [began, noted] = [Promise.withResolvers<void>(), Promise.withResolvers<string | undefined>()];
    web.serve(async (_request, response) => {
      const closed = new Promise((resolve) => response.once("close", resolve));
      began.resolve();
      await closed;
      // What renders a page goes on for a while.
      await new Promise((resolve) => setImmediate(resolve));
      noted.resolve(notePageText("late"));
    });
    const leaving = new AbortController();
    const asked = fetch(`http://127.0.0.1:${web.address.port}/`, { signal: leaving.signal });
    await began.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect(await noted.promise).toBeUndefined();
    expect(renderedTexts().size).toBe(0);
  });

  it("is there for what goes on rendering after its reader has gone, and forgotten once that has ended", async () => {
    const web = await listenWeb({ host: "127.0.0.1", port: 0, trustProxy: false, onFailure: () => {} });
    open.push(web);
    const [began, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<string | undefined>()];
    web.serve(async (_request, response) => {
      const id = notePageText("one");
      const closed = new Promise((resolve) => response.once("close", resolve));
      began.resolve();
      await closed;
      await new Promise((resolve) => setImmediate(resolve));
      seen.resolve(renderedTexts().get(id ?? ""));
    });
    const leaving = new AbortController();
    const asked = fetch(`http://127.0.0.1:${web.address.port}/`, { signal: leaving.signal });
    await began.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect(await seen.promise).toBe("one");
    await expect.poll(() => renderedTexts().size).toBe(0);
  });

  it("stays with its component where no answer is made", () => {
    expect(notePageText("one")).toBeUndefined();
  });

  it("can't end the script element that it stands in", () => {
    const written = { title: "</script><!--<script>" };
    const content = asScriptContent(JSON.stringify(written));
    expect(content).not.toContain("<");
    expect(JSON.parse(content)).toEqual(written);
  });
});
