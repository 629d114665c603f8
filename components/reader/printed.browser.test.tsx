import { useRef } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import reader from "@/messages/en/reader.json";
import { Flow } from "./Flow";
import { printedSections } from "./flow";

interface Session {
  send(method: "Emulation.setEmulatedMedia", options: { readonly media: string }): Promise<unknown>;
}

const rows = [
  { id: "a", ancestors: [] },
  { id: "b", ancestors: [] },
  { id: "b1", ancestors: ["b"] },
  { id: "b11", ancestors: ["b1", "b"] },
  { id: "c", ancestors: [] },
];
const pieces = rows.map(({ id }) => ({ sectionId: id, title: id, characters: 4_000 }));
const html = Object.fromEntries(rows.map(({ id }) => [id, `<h2>${id}</h2><p>本文</p>`]));

let mounted: Mounted;
let style: HTMLStyleElement;
const show = (media: string) => (cdp() as Session).send("Emulation.setEmulatedMedia", { media });
beforeEach(() => {
  // As the stylesheet has it, which these tests are without.
  style = document.head.appendChild(document.createElement("style"));
  style.textContent = String.raw`@media print { .print\:hidden { display: none } }`;
});
afterEach(async () => {
  await show("");
  mounted.leave();
  style.remove();
});

function Text({ sectionId }: { readonly sectionId: string }) {
  const flowRef = useRef<HTMLElement>(null);
  return (
    <WordsProvider locale="en" messages={{ reader }}>
      <Flow
        {...{ flowRef, pieces, html }}
        target={sectionId}
        whole
        language="ja"
        printed={printedSections(rows, sectionId)}
      />
    </WordsProvider>
  );
}

const shown = () =>
  [...document.querySelectorAll<HTMLElement>(".flow > [data-section]")].flatMap((piece) =>
    piece.getClientRects().length === 0 ? [] : (piece.dataset["section"] ?? ""),
  );

test.each([
  ["a", ["a"]],
  ["b", ["b", "b1", "b11"]],
  ["b1", ["b1", "b11"]],
  ["c", ["c"]],
])("of a document that is read as a whole paper has section %s and those inside it alone", async (id, expected) => {
  mounted = mount(<Text sectionId={id} />);
  await expect.poll(() => shown()).toEqual(rows.map((row) => row.id));
  await show("print");
  expect(shown()).toEqual(expected);
});
