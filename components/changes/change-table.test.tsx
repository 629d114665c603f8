import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { DocumentId } from "@/lib/contract/ids";
import type { ChangedSection, ChangeState } from "@/lib/text/changes/change-map";
import changeTable from "@/messages/en/changeTable.json";
import { ChangeTable } from "./ChangeTable.tsx";

vi.mock("@/lib/next/locale.server", () => ({
  pickMessages: async () => ({ locale: "en", messages: { changeTable } }),
}));

const evil = `"><img src=x onerror=alert(1)>'&amp;`;
const place = (id: string, title: string, characters: number) => ({ id, title, characters });
const row = (state: ChangeState, fields: Partial<ChangedSection>): ChangedSection => ({
  ...{ state, before: null, after: null, depth: 1, renamed: false, moved: false, ...fields },
});
const document = { document_id: DocumentId.parse("D-1"), language: "ja" };
const sections = [
  row("changed", { before: place("a", "配当", 100), after: place("b", evil, 150), renamed: true, moved: true }),
  row("gone", { before: place("c", "廃止", 20) }),
];

async function tableOf(current?: string): Promise<string> {
  return renderToStaticMarkup(await ChangeTable({ document, sections, current, isNavigable: true }));
}
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("the table of changes has its caption, a name for each column, and a link for each section with what became of it", async () => {
  const html = await tableOf("b");
  expect(html.match(/<caption class="sr-only">[^<]+</g)).toHaveLength(1);
  expect(html.match(/<th [^>]*scope="col"[^>]*>(?:<span class="sr-only">)?[^<]+/g)).toHaveLength(4);
  expect(html.match(/<a [^>]*href="[^"]*"/g)).toHaveLength(2);
  expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  expect(textOf(html)).toContain("+50");
  expect(textOf(html)).toContain("廃止");
});

test("a title is shown as it was filed, whatever it holds", async () => {
  const html = await tableOf();
  expect(html).not.toContain("<img");
  expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#x27;&amp;amp;");
});
