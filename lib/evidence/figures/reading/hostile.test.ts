import { expect, test } from "vitest";
import { contextOf, fact, pageOf, units, zipOf } from "../testing/make-package.ts";
import { readFigures } from "./read-figures.ts";

const name = "XBRL/PublicDoc/0101010_honbun_a_ixbrl.htm";
const header = `<ix:resources>${contextOf("D", "2026-03-31")}${units}</ix:resources>`;
const read = (body: string, head = header) => readFigures(zipOf({ [name]: pageOf(body, head) }));

test("entities are refused where a page defines them and never expanded elsewhere", async () => {
  const bomb = `<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${pageOf("<p>&b;</p>")}`;
  await expect(readFigures(zipOf({ [name]: bomb }))).rejects.toMatchObject({ reason: "doctype_refused" });
  const { facts } = await read(fact("jppfs_cor:Assets", "D", "&unknown;1"));
  expect(facts[0]?.value).toBeNull();
});

test("a page that unpacks to a thousand times its size is refused", async () => {
  const bomb = zipOf({ [name]: pageOf(" ".repeat(40_000_000)) });
  await expect(readFigures(bomb)).rejects.toMatchObject({ reason: "ratio_too_high" });
});

test("huge numbers, scales and exponents are not computed, and are counted as unreadable", async () => {
  const figures = await read(
    [
      fact("jppfs_cor:Assets", "D", "9".repeat(5_000)),
      fact("jppfs_cor:Assets", "D", "1", { scale: "999999999" }),
      fact("jppfs_cor:Assets", "D", "1", { scale: "1e308" }),
    ].join(""),
  );
  expect(figures.unreadCount).toBe(3);
  const plain = `<x xmlns:a="b"><a:N contextRef="D" unitRef="JPY">1e999</a:N></x>`;
  expect((await readFigures(zipOf({ "XBRL/PublicDoc/a.xbrl": plain }))).unreadCount).toBe(1);
});

test("more contexts, figures or depth than any filing has are refused", async () => {
  const contexts = Array.from({ length: 20_001 }, (_, at) => contextOf(`c${at}`, "2026-03-31")).join("");
  await expect(read("", `<ix:resources>${contexts}</ix:resources>`)).rejects.toMatchObject({ reason: "too_large" });
  const deep = "<div>".repeat(500) + "</div>".repeat(500);
  await expect(read(deep)).rejects.toMatchObject({ reason: "nested_too_deeply" });
});

test("what is no archive, or leads out of it, is refused", async () => {
  await expect(readFigures(Buffer.from("%PDF-1.7"))).rejects.toMatchObject({ reason: "not_an_archive" });
  await expect(readFigures(zipOf({ "../../etc/a_ixbrl.htm": "" }))).rejects.toMatchObject({ reason: "unsafe_path" });
});

test("thousands of figures of as many elements are read in time that grows with their number", async () => {
  const many = Array.from({ length: 8_000 }, (_, at) => fact(`jppfs_cor:Item${at}`, "D", String(at)));
  const started = process.cpuUsage();
  const figures = await read(`<table>${many.map((each) => `<tr><td>行</td><td>${each}</td></tr>`).join("")}</table>`);
  const { user } = process.cpuUsage(started);
  expect(figures.facts).toHaveLength(8_000);
  expect(user / 1_000).toBeLessThan(2_500);
});

test("a circle of arcs and a label without an end don't keep the reader", async () => {
  const arcs = `<l xmlns:link="l" xmlns:xlink="x"><link:presentationLink xlink:role="r/rol_BalanceSheet"><link:loc xlink:href="#jppfs_cor_Assets" xlink:label="a"/><link:loc xlink:href="#b" xlink:label="b"/><link:presentationArc xlink:from="a" xlink:to="b"/><link:presentationArc xlink:from="b" xlink:to="a"/></link:presentationLink></l>`;
  const figures = await readFigures(
    zipOf({ [name]: pageOf(fact("jppfs_cor:Assets", "D", "1"), header), "XBRL/PublicDoc/a_pre.xml": arcs }),
  );
  expect(figures.facts).toHaveLength(1);
});
