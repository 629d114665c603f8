import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import query from "@/messages/en/query.json";
import { QueryAdvice } from ".";

const issuers = [
  {
    security_code: "7203",
    name: "トヨタ自動車株式会社",
    name_en: "TOYOTA MOTOR CORPORATION",
    name_kana: "トヨタジドウシャ",
  },
  {
    security_code: "3116",
    name: "トヨタ紡織株式会社",
    name_en: "TOYOTA BOSHOKU CORPORATION",
    name_kana: "トヨタボウショク",
  },
];
let listed: readonly unknown[];
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;

beforeEach(() => {
  listed = issuers;
  server = fakeServer(({ url }) =>
    url.includes("/api/v1/issuers/search") ? Response.json({ issuers: listed }) : problem(404, "not_found"),
  );
});
afterEach(() => {
  mounted.leave();
  server.restore();
});

function ask(words: string, match: "semantic" | "lexical" = "semantic") {
  mounted = mount(
    <WordsProvider locale="en" messages={{ query }}>
      <QueryAdvice query={words} match={match} />
      <p>end</p>
    </WordsProvider>,
  );
  return mounted.element;
}
const links = (element: HTMLElement) => [...element.querySelectorAll("a")].map((each) => each.getAttribute("href"));
/** Every free list that was asked for has been answered and shown. */
const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
};

test("a name or a code is offered as an issuer's page", async () => {
  const element = ask("トヨタ");
  await expect.poll(() => links(element)).toEqual(["/issuers/7203", "/issuers/3116"]);
  expect(element.textContent).toContain("Its page is free");
  mounted.leave();
  const byCode = ask("７２０３");
  await expect.poll(() => links(byCode)).toEqual(["/issuers/7203"]);
});

test("a word that merely occurs in names, or begins too many, is no name", async () => {
  const inside = ask("自動車");
  await settled();
  expect(links(inside)).toEqual([]);
  mounted.leave();
  listed = Array.from({ length: 5 }, (_, at) => ({ ...issuers[0], security_code: `720${at}` }));
  const many = ask("トヨタ");
  await settled();
  expect(links(many)).toEqual([]);
});

test("a document's number is offered without asking anything", async () => {
  const element = ask("s100abcd");
  await expect.poll(() => links(element)).toEqual(["/documents/S100ABCD"]);
  expect(server.asked).toEqual([]);
});

test("English words without a Japanese one are named, unless one is an issuer's name", async () => {
  listed = [];
  const element = ask("xylophone quartz");
  await expect.poll(() => element.textContent).toContain("no Japanese word is known for these: xylophone, quartz");
  mounted.leave();
  listed = issuers;
  const named = ask("toyota quartz");
  await settled();
  expect(named.textContent).toBe("end");
  mounted.leave();
  expect(ask("xylophone quartz", "lexical").textContent).not.toContain("no Japanese word");
});

test("a query that finds nothing says so, and asks for nothing", async () => {
  const element = ask("？？");
  await expect.poll(() => element.querySelector("[role=status]")?.textContent).toContain("Nothing is charged");
  await settled();
  expect(server.asked).toEqual([]);
});

test("where the service does not answer, nothing is claimed", async () => {
  server.restore();
  server = fakeServer(() => problem(503, "service_starting"));
  const element = ask("xylophone");
  await settled();
  expect(element.textContent).toBe("end");
});
