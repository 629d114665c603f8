import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { loadavg } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type BoughtDocument, boughtDocument } from "../e2e/bought.ts";
import { makePrograms, type Programs } from "../e2e/programs.ts";
import { toWireRequest } from "../lib/contract/client.ts";
import { type EndpointInput, type EndpointName, endpointNames } from "../lib/contract/endpoints.ts";
import { DocumentId, NewsId, OriginalId } from "../lib/contract/ids.ts";
import { openFiles } from "../lib/kit/process/open-files.ts";
import { SeededRandom } from "../lib/spending/simulation/environment.ts";

/**
 * Requests of every endpoint of both programs, given up at every moment:
 *
 *   npm run soak -- impatient --requests 20000 --seed 1
 *
 * Wants what `npm start` has built. Ends with one line of JSON: what each program has open before and after.
 */
export interface ImpatientTotals {
  readonly requests: number;
  readonly seed: number;
  /** Of the web app; the rest were asked of the service. */
  readonly ofWeb: number;
  readonly addresses: number;
  readonly service: Held;
  readonly web: Held;
  /** Answers of 500 and above, by program and status. */
  readonly failures: Readonly<Record<string, number>>;
  readonly load: number;
}

interface Held {
  readonly filesBefore: readonly string[];
  readonly filesAfter: readonly string[];
  readonly descriptorsBefore: number;
  readonly descriptorsAfter: number;
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly alive: boolean;
}

interface Asked {
  readonly of: "service" | "web";
  readonly port: number;
  readonly bytes: string;
}

const atOnce = 32;
const pagesMax = 40;
const root = path.resolve(import.meta.dirname, "..");

export async function impatient({
  requests,
  seed,
  say = () => {},
}: {
  readonly requests: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}): Promise<ImpatientTotals> {
  const programs = await makePrograms({ issuers: 3 });
  try {
    await programs.startService();
    await programs.startWeb();
    const cookie = await programs.signIn();
    const bought = await boughtDocument(programs.webUrl, cookie);
    const asked = { service: ofService(programs, bought), web: ofWeb(programs, bought, cookie) };
    const all = [...asked.service, ...asked.web];
    // Everything but pages is asked once to its end: threads are started, and what is cached is.
    for (const each of all.filter(({ bytes }) => !/ \/v1\/documents\/[^/]+\/pages\//.test(bytes)))
      await giveUp(each, "after the answer");
    const before = await heldWhenQuiet(programs);
    const random = new SeededRandom(seed);
    let web = 0;
    let done = 0;
    const client = async () => {
      while (done < requests) {
        done++;
        if (done % 2_000 === 0) say(`${done} of ${requests} requests`);
        const some = random.fraction() < 0.5 ? asked.service : asked.web;
        const one = some[Math.floor(random.fraction() * some.length)];
        const moment = moments[Math.floor(random.fraction() * moments.length)];
        if (one === undefined || moment === undefined) continue;
        if (one.of === "web") web++;
        await giveUp(one, moment);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
    const after = await heldWhenQuiet(programs);
    return {
      ...{ requests, seed, ofWeb: web, addresses: all.length },
      service: heldOf(before.service, after.service, programs.service().exitCode === null),
      web: heldOf(before.web, after.web, programs.web().exitCode === null),
      failures: failuresIn(programs.data),
      load: loadavg()[0] ?? 0,
    };
  } finally {
    await programs.stop();
  }
}

/** Nothing that a request opened is open, and both programs live. */
export function isCalm({ service, web }: ImpatientTotals): boolean {
  return [service, web].every(
    ({ alive, filesBefore, filesAfter }) => alive && filesAfter.every((file) => filesBefore.includes(file)),
  );
}

const moments = ["before it is whole", "before the headers", "in the midst", "after the answer"] as const;
type Moment = (typeof moments)[number];

const answerWithinMs = 60_000;

async function giveUp({ port, bytes }: Asked, moment: Moment): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.setTimeout(answerWithinMs, () => socket.destroy());
  const closed = once(socket, "close");
  socket.once("connect", () => void leave(socket, bytes, moment));
  await closed;
}

async function leave(socket: Socket, bytes: string, moment: Moment): Promise<void> {
  if (moment === "before it is whole") socket.write(bytes.slice(0, -1), () => socket.destroy());
  else if (moment === "before the headers") socket.write(bytes, () => socket.destroy());
  else {
    socket.write(bytes);
    socket.once("data", () => moment === "in the midst" && socket.destroy());
  }
}

function ofService({ apiUrl, data }: Programs, bought: BoughtDocument): Asked[] {
  const key = readFileSync(path.join(data, "demo-key"), "utf8").trim();
  const document_id = DocumentId.parse(bought.documentId);
  const question = { query: "配当" };
  const inputs: { readonly [N in EndpointName]: EndpointInput<N> } = {
    ...{ health: {}, ready: {}, searchIssuers: { q: "株式会社" } },
    ...{ listDocuments: { timeline_since: "2000-01-01" }, listNews: { timeline_since: "2000-01-01" } },
    ...{ getDocument: { document_id }, getToc: { document_id }, listPageImages: { document_id } },
    ...{ listOriginals: { document_id }, getContent: { document_id }, getNews: { news_id: NewsId.parse("N1") } },
    ...{ searchDocuments: question, searchNews: question, getPageImage: { document_id, page_number: 2 } },
    getOriginal: { document_id, original_id: OriginalId.parse(bought.originalId) },
    verifyQuote: {
      document_id: bought.documentId,
      quote: "この文書には決して書かれていない、十分に長い一つの文である。",
    },
  };
  const port = Number(new URL(apiUrl).port);
  const ask = <N extends EndpointName>(name: N, input: EndpointInput<N>): Asked => {
    const { method, target, body } = toWireRequest(name, input);
    return { of: "service", port, bytes: rawRequest(method, target, { authorization: `Bearer ${key}` }, body) };
  };
  // Pages that nobody has asked for yet are drawn, in threads that have a queue.
  const pages = Array.from({ length: pagesMax }, (_, at) => ask("getPageImage", { document_id, page_number: at + 1 }));
  return [...endpointNames.map((name) => ask(name, inputs[name])), ...pages];
}

/** The web app's addresses as its folders name them: what is added there is asked here. */
function ofWeb({ webUrl }: Programs, bought: BoughtDocument, cookie: string): Asked[] {
  const { host, port } = new URL(webUrl);
  const files = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" });
  return files.flatMap((file) => {
    const name = path.basename(file);
    if (name !== "route.ts" && name !== "page.tsx") return [];
    const target = addressOf(path.dirname(file), bought);
    const source = name === "route.ts" ? readFileSync(path.join(root, "app", file), "utf8") : "";
    const methods = name === "page.tsx" ? ["GET"] : methodsIn(source);
    // Requests that end a session are sent without one, so that the others go on.
    const own = /^\/api\/(?:session|auth)\b/.test(target) ? {} : { cookie };
    return methods.map((method): Asked => {
      const headers = { ...own, host, origin: webUrl, "sec-fetch-site": "same-origin" };
      return {
        of: "web",
        port: Number(port),
        bytes: rawRequest(method, target, headers, method === "GET" ? undefined : "{}"),
      };
    });
  });
}

function methodsIn(source: string): string[] {
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) =>
    new RegExp(`export (?:const|(?:async )?function) ${method}\\b|export \\{[^}]*\\b${method}\\b`).test(source),
  );
}

function addressOf(folder: string, bought: BoughtDocument): string {
  const values: Readonly<Record<string, string>> = {
    ...{ documentId: bought.documentId, sectionId: bought.sectionId, originalId: bought.originalId },
    ...{ securityCode: bought.securityCode, pageNumber: "1" },
    "...path": `v1/documents/${bought.documentId}`,
  };
  const parts = folder
    .split(path.sep)
    .filter((part) => part !== "." && !part.startsWith("("))
    .map((part) => part.replace(/^\[+(.*?)\]+$/, (_, name: string) => values[name] ?? "none"));
  return `/${parts.join("/").replace("api/v1/v1/", "api/v1/")}`;
}

function rawRequest(method: string, target: string, headers: Readonly<Record<string, string>>, body?: string): string {
  const all = { host: "localhost", connection: "close", ...headers };
  const sized =
    body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const lines = Object.entries({ ...all, ...sized }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}

interface Open {
  readonly files: readonly string[];
  readonly descriptors: number;
  readonly megabytes: number;
}

async function heldWhenQuiet(programs: Programs): Promise<{ readonly service: Open; readonly web: Open }> {
  let last = Number.POSITIVE_INFINITY;
  for (let look = 0; ; look++) {
    const now = { service: openIn(programs, "service"), web: openIn(programs, "web") };
    const count = now.service.descriptors + now.web.descriptors;
    if (look > 2 && count >= last) return now;
    last = count;
    await pause(4_000);
  }
}

function openIn(programs: Programs, name: "service" | "web"): Open {
  const { pid, exitCode } = programs[name]();
  if (pid === undefined || exitCode !== null) return { files: [], descriptors: 0, megabytes: 0 };
  const memory = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    files: openFiles(programs.data, pid).map((file) => file.slice(programs.data.length + 1)),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    megabytes: Math.round(Number(memory ?? 0) / 1024),
  };
}

function heldOf(before: Open, after: Open, alive: boolean): Held {
  return {
    ...{ filesBefore: before.files, filesAfter: after.files, alive },
    ...{ descriptorsBefore: before.descriptors, descriptorsAfter: after.descriptors },
    ...{ megabytesBefore: before.megabytes, megabytesAfter: after.megabytes },
  };
}

function failuresIn(data: string): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const name of readdirSync(path.join(data, "logs"))) {
    const text = readFileSync(path.join(data, "logs", name), "utf8");
    for (const [, status] of text.matchAll(/"status":(5\d\d)/g)) {
      const key = `${name.split(".")[0]} ${status}`;
      failures[key] = (failures[key] ?? 0) + 1;
    }
  }
  return failures;
}
