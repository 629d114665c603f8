import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answerNextAuth } from "../next/next-auth-handler.ts";
import { withTestApp } from "../testing/test-app.ts";
import { readBody, readForm } from "./read-body.ts";

withTestApp();

const bodies = {
  "application/json": '{"key":"a"}',
  "application/x-www-form-urlencoded": "key=a",
  "multipart/form-data; boundary=x": '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\na\r\n--x--\r\n',
  "text/plain": "key=a",
  "application/jsonp": '{"key":"a"}',
  "": "key=a",
} as const;
type Type = keyof typeof bodies;

function posted(type: Type, at = "http://localhost/x"): Request {
  const request = new Request(at, { method: "POST", body: Buffer.from(bodies[type]) });
  if (type !== "") request.headers.set("Content-Type", type);
  return request;
}

const forms: readonly Type[] = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
const noForms = (Object.keys(bodies) as Type[]).filter((type) => !forms.includes(type));

describe("a body", () => {
  it.each(forms)("of a form is read as %s", async (type) => {
    expect((await readForm(posted(type))).get("key")).toBe("a");
    await expect(readBody(posted(type), z.any())).rejects.toMatchObject({ problem: { status: 415 } });
  });

  it.each(noForms)("where a form is expected is 415 as %j", async (type) => {
    await expect(readForm(posted(type))).rejects.toMatchObject({
      problem: { status: 415, code: "wrong_content_type" },
    });
  });

  it("where JSON is expected is read as JSON alone", async () => {
    const schema = z.object({ key: z.string() });
    expect(await readBody(posted("application/json"), schema)).toEqual({ key: "a" });
    await expect(readBody(posted("application/jsonp"), schema)).rejects.toMatchObject({ problem: { status: 415 } });
  });

  it("that says it is a form and is none is 422", async () => {
    const request = new Request("http://localhost/x", { method: "POST", body: Buffer.from("no form") });
    request.headers.set("Content-Type", "multipart/form-data; boundary=x");
    await expect(readForm(request)).rejects.toMatchObject({ problem: { status: 422 } });
  });

  it.each(["callback/api-key", "signout"])("of JSON at %s is 415 before anything is done", async (action) => {
    const request = posted("application/json", `http://localhost:3000/api/auth/${action}`);
    request.headers.set("Sec-Fetch-Site", "same-origin");
    const headers = new Headers(request.headers);
    headers.set("Host", "localhost:3000");
    Object.defineProperty(request, "headers", { value: headers });
    Object.defineProperty(request, "clone", { value: () => request });
    const answer = await answerNextAuth(request, { params: Promise.resolve({ nextauth: action.split("/") }) });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: "wrong_content_type", status: 415 });
  });

  it("is read as a form by every route that answers with a page, so that a body of another kind does nothing", () => {
    const root = path.resolve(import.meta.dirname, "../..");
    const routes = readdirSync(path.join(root, "app/api"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("route.ts"))
      .map((name) => ({ name, code: readFileSync(path.join(root, "app/api", name), "utf8") }))
      .filter(({ code }) => /\bPOST\b/.test(code) && /status: 303|leftBrowser\(/.test(code));
    expect(routes.length).toBeGreaterThanOrEqual(4);
    expect(routes.filter(({ code }) => !code.includes("readForm(request)")).map(({ name }) => name)).toEqual([]);
  });

  it("is read in no route but by these two and the protocol of programs", () => {
    const root = path.resolve(import.meta.dirname, "../..");
    const reads = (file: string) =>
      /request\s*(?:\.clone\(\)\s*)?\.(?:json|text|formData|arrayBuffer|blob|bytes|body)\b/.test(
        readFileSync(path.join(root, file), "utf8"),
      );
    const sources = [
      "app/api",
      "app/feeds",
      "lib/owners",
      "lib/features/programs",
      "lib/spending/http",
      "lib/features/ask",
      "lib/features/following",
    ]
      .filter((folder) => existsSync(path.join(root, folder)))
      .flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
      )
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    expect(sources.filter(reads)).toEqual(
      ["lib/owners/read-body.ts", "lib/features/programs/mcp/serve.ts"].filter((file) => sources.includes(file)),
    );
  });
});
