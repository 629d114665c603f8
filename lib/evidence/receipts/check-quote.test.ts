import { beforeEach, describe, expect, test } from "vitest";
import { Texts } from "../../kit/long-texts/texts.ts";
import { ann, at, buy, restart, sections } from "../../spending/testing/purchase-setup.ts";
import type { PurchaseAction } from "../../spending/wire.ts";
import { checkQuotes } from "./check-quote.ts";
import { recordQuote } from "./issue.ts";
import { keptTexts } from "./kept-texts.ts";

beforeEach(() => restart());

const whole: PurchaseAction = { kind: "content", document_id: "D1" };
const check = async (quote: string, reader = ann) => {
  const [checked] = await checkQuotes(at.app.deps, at.app.rows, reader, [{ document_id: "D1", quote }]);
  if (checked === undefined) throw new Error("not checked");
  return checked;
};
const record = (quote: string, section_id: string, before = "") =>
  recordQuote(at.app.deps, at.app.rows, ann, { document_id: "D1", section_id, quote, before });

/** Delivers other words for the newest answer, as a service does that has corrected a text. */
async function deliverAgain(action: PurchaseAction, change: (text: string) => string): Promise<void> {
  await buy({ ...action, epoch: "again" } as PurchaseAction);
  const [newest] = await at.app.rows.artifacts.artifactsOfDocument(ann.ownerId, ann.upstream, "D1");
  if (newest === undefined) throw new Error("nothing bought");
  const text = new TextDecoder().decode(await at.app.deps.bodies.read(newest.sha256));
  const writer = await at.app.deps.bodies.spool();
  await writer.write(new TextEncoder().encode(change(text)));
  const { sha256, byteSize } = await writer.keep();
  const { media_type, file_name } = newest;
  const body = { sha256, byte_size: byteSize, media_type, file_name };
  await at.app.rows.artifacts.replaceBody({ ...newest, unreadable: "test" }, body, at.clock.nowMs());
}

describe("a quote in owned text", () => {
  test("is found in its section at its offsets, and counted once where section and document are owned", async () => {
    await buy(sections("s2"));
    expect(await check("2 リスク 本文")).toMatchObject({
      verdict: "found",
      times: 1,
      partly_owned: true,
      places: [{ section_id: "s2-2", title: "2 リスク" }],
    });
    await buy(whole);
    expect(await check("2 リスク 本文")).toMatchObject({ verdict: "found", times: 1, partly_owned: false });
  });

  test("is ambiguous where it stands more than once, also in two purchases", async () => {
    await buy(sections("s1-1"));
    await buy(sections("s3"));
    expect((await check("本文本文本文")).verdict).toBe("ambiguous");
    expect((await check("本文本文本文")).times).toBeGreaterThan(1);
  });

  test("is not found with a character changed, too short beside an ellipsis, and not owned by another", async () => {
    expect((await check("2 リスク 本文")).verdict).toBe("not_owned");
    await buy(whole);
    expect((await check("3 リスク 本文")).verdict).toBe("not_found");
    expect((await check("2 リスク…文")).verdict).toBe("too_short");
    expect(await check("2 リスク 本文…第3 設備の状況")).toMatchObject({
      verdict: "found",
      ellipsis: true,
      partly_owned: false,
    });
    expect((await check("2 リスク 本文", { ...ann, ownerId: "bob" })).verdict).toBe("not_owned");
  });

  test("says that it changed where only an earlier delivery holds it", async () => {
    await buy(whole);
    await deliverAgain(whole, (text) => text.replace("2 リスク", "2 事業等のリスク"));
    expect((await check("## 2 リスク".slice(3) + " 本文")).verdict).toBe("changed");
    expect((await check("2 事業等のリスク 本文")).verdict).toBe("found");
    expect((await check("第3 設備の状況")).verdict).toBe("found");
  });
});

describe("a text that quotes were looked for in", () => {
  test("names the document that replaces it before the one that only corrects a part of it", async () => {
    await buy(whole);
    const stored = await at.app.rows.artifacts.snapshot(ann.ownerId, ann.upstream, "D1");
    if (stored === undefined) throw new Error("nothing noted");
    const replacedBy = async (names: object) => {
      const summary = JSON.stringify({ ...JSON.parse(stored.summary ?? "{}"), ...names });
      await at.app.rows.artifacts.putSnapshot({ ...stored, summary });
      return (await check("2 リスク 本文")).replaced_by;
    };
    expect(await replacedBy({ amended_by_document_id: "D2", superseded_by_document_id: "D3" })).toBe("D3");
    expect(await replacedBy({ amended_by_document_id: "D2", superseded_by_document_id: null })).toBe("D2");
  });

  test("is not answered from once its bytes are damaged, or owned by nobody who asks", async () => {
    await buy(whole);
    expect((await check("2 リスク 本文")).verdict).toBe("found");
    expect((await check("2 リスク 本文", { ...ann, ownerId: "bob" })).verdict).toBe("not_owned");
    for (const [name, bytes] of at.disk.files) at.disk.files.set(name, Buffer.concat([bytes, Buffer.from("x")]));
    expect((await check("2 リスク 本文")).verdict).toBe("not_owned");
  });

  test("is prepared once for the same bytes, and dropped where there are too many", async () => {
    const bytesOf = (content: string) => new TextEncoder().encode(JSON.stringify({ content }));
    const first = { kind: "content", sha256: "first" };
    const { quoted } = new Texts();
    const [text] = keptTexts(quoted, first, bytesOf("本文"));
    expect(keptTexts(quoted, first, bytesOf("本文"))[0]).toBe(text);
    expect(keptTexts(quoted, { ...first, kind: "sections" }, bytesOf("本文"))[0]).not.toBe(text);
    for (let at = 0; at < 5; at++)
      keptTexts(quoted, { kind: "content", sha256: `${at}` }, bytesOf("長".repeat(500_000)));
    expect(keptTexts(quoted, first, bytesOf("本文"))[0]).not.toBe(text);
  });
});

describe("the record of a quote", () => {
  test("names the delivered bytes, the text in them and the offsets, whose slice is the quote", async () => {
    await buy(sections("s2-2"));
    const made = await record("2 リスク", "s2-2");
    const [artifact] = await at.app.rows.artifacts.artifactsOfDocument(ann.ownerId, ann.upstream, "D1");
    expect(made).toMatchObject({
      quote: "2 リスク",
      section: { section_id: "s2-2", title: "2 リスク" },
      delivered: { sha256: artifact?.sha256, text: "/content_sections/0/content" },
      ledger: { entry: artifact?.intent_id },
    });
    const body = JSON.parse(new TextDecoder().decode(await at.app.deps.bodies.read(made.delivered.sha256))) as {
      content_sections: { content: string }[];
    };
    const text = body.content_sections[0]?.content ?? "";
    expect([...text].slice(made.offsets.start, made.offsets.end).join("")).toBe(made.quote);
  });

  test("takes the place in the section that was selected, after the same words", async () => {
    await buy(whole);
    const made = await record("本文本文", "s3", "第3 設備の状況");
    expect(made.section?.section_id).toBe("s3");
    const later = await record("本文本文", "s3", "第3 設備の状況\n\n本文本文本文");
    expect(later.offsets.start).toBe(made.offsets.start + 6);
  });

  test("is refused for words that aren't there, that aren't owned, or that are too many", async () => {
    await expect(record("2 リスク", "s2-2")).rejects.toMatchObject({ problem: { code: "quote_not_owned" } });
    await buy(whole);
    await expect(record("2 リスグ", "s2-2")).rejects.toMatchObject({ problem: { code: "quote_not_found" } });
    await expect(record("2 リスク…本文本文", "s2-2")).rejects.toMatchObject({ problem: { code: "quote_not_found" } });
  });
});
