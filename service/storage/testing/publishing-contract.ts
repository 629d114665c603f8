import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { makeNews, makePublication } from "../../domain/publishing/testing/make-publication.ts";
import type { Opened } from "./opened.ts";

const nothingElse = { nameKana: null, market: null, sector: null, edinetCode: null, corporateNumber: null };

/** The guarantees of publishing for any engine: documents, news and issuers, together and in transactions. */
export function describePublishing(opened: () => Opened, reopen: () => Promise<void>): void {
  const status = async (documentId: string) =>
    (await opened().catalog.findDocument(documentId))?.summary.content_status;
  const supersededBy = async (documentId: string) =>
    (await opened().catalog.findDocument(documentId))?.summary.superseded_by_document_id;
  const year = (of: number) =>
    makePublication({ documentId: `Y${of}`, fiscalPeriod: `${of}FY`, periodEnd: `${of + 1}-03-31` });

  describe("publishing", () => {
    test("holds all of a batch or none of it", async () => {
      const failing = opened().publisher.batch(async (operations) => {
        await operations.publishDocument(makePublication({ documentId: "ONE" }));
        throw new Error("broken");
      });
      await expect(failing).rejects.toThrow("broken");
      expect(await status("ONE")).toBeUndefined();
      await opened().publisher.publishDocument(makePublication({ documentId: "ONE" }));
      await reopen();
      expect(await status("ONE")).toBe("ready");
      expect((await opened().catalog.toc("ONE")).length).toBeGreaterThan(0);
    });

    test("tells which document was filed with another in the other language", async () => {
      const other = async (id: string) => (await opened().catalog.findDocument(id))?.summary.other_language_document_id;
      await opened().publisher.publishDocument(makePublication({ documentId: "ONE" }));
      expect(await other("ONE")).toBeNull();
      await opened().publisher.publishDocument(makePublication({ documentId: "ONE-en", language: "en" }));
      expect([await other("ONE"), await other("ONE-en")]).toEqual(["ONE-en", "ONE"]);
    });

    test("knows where the words of former sections stand, until they are no longer in the text", async () => {
      const { publisher } = opened();
      const publish = (...sections: readonly (readonly [string, string])[]) =>
        publisher.publishDocument(
          makePublication({
            documentId: "ONE",
            sections: sections.map(([title, markdown], at) => ({
              ...{ sectionId: `s${at}-${title.length}`, title, level: 1, parentSectionId: null, markdown },
            })),
          }),
        );
      const [line, text] = ["**役員の状況**\n\n", "取締役は十二名であり、監査役は四名である。\n\n"];
      await publish(["一", `# 一\n\n${text}${line}${text}`]);
      expect(await opened().catalog.dividedAnew("ONE")).toBeNull();
      await publish(["一", `# 一\n\n${text}`], ["役員の状況", `# 役員の状況\n\n${text}`]);
      await reopen();
      const divided = await opened().catalog.dividedAnew("ONE");
      expect(divided).toMatchObject({ starts: [0, 22, 48], former: [{ offset: 0, start: 0, end: 48 }] });
      await opened().publisher.publishDocument(
        makePublication({
          documentId: "ONE",
          sections: [
            { sectionId: "new", title: "新", level: 1, parentSectionId: null, markdown: "# 新\n\n別の文。\n" },
          ],
        }),
      );
      expect(await opened().catalog.dividedAnew("ONE")).toBeNull();
    });

    test("counts the figures of packages that were taken in uncounted, and tries others at each start", async () => {
      const { catalog, publisher, library } = opened();
      const zip = { originalId: "zip", mediaType: "application/zip", fileName: "a.zip", deliverable: true };
      const file = async (text: string) => ({ ...zip, source: await library.blobs.put([Buffer.from(text)], "kept") });
      const [one, hostile, lost] = [await file("figures"), await file("hostile"), await file("another")];
      const originals = [one, { ...one, originalId: "csv" }, { ...one, originalId: "zip-2" }];
      await publisher.publishDocument(makePublication({ documentId: "ONE", originals }));
      await publisher.publishDocument(makePublication({ documentId: "BAD", originals: [hostile] }));
      const counted = [{ ...lost, factCount: 5 }];
      await publisher.publishDocument(makePublication({ documentId: "COUNTED", originals: counted }));
      const counts = async (id: string) => (await catalog.originals(id)).map((each) => each.fact_count);
      expect([await counts("ONE"), await counts("BAD")]).toEqual([[null, undefined, null], [null]]);

      const asked: string[] = [];
      const count = async (path: string) => {
        const text = await readFile(path, "utf8");
        asked.push(text);
        return text === "figures" ? 12 : undefined;
      };
      const never = new AbortController().signal;
      expect(await library.countFigures(count, AbortSignal.abort())).toBe(0);
      expect(await library.countFigures(count, never)).toBe(2);
      expect(asked).toEqual(["figures", "figures", "hostile"]);
      expect([await counts("ONE"), await counts("BAD"), await counts("COUNTED")]).toEqual([
        [12, undefined, 12],
        [null],
        [5],
      ]);
      expect(await library.countFigures(count, never)).toBe(0);
      expect(asked.slice(3)).toEqual(["hostile"]);
    });

    test("shows nothing of a batch before it is whole", async () => {
      const { publisher, catalog } = opened();
      const seen: unknown[] = [];
      const batch = publisher.batch(async (operations) => {
        await operations.publishDocument(makePublication({ documentId: "ONE" }));
        await setImmediate();
        seen.push(await status("ONE"), (await catalog.listDocuments({}, undefined, 10)).records.length);
        await operations.publishNews(makeNews());
      });
      await batch;
      expect(seen).toEqual([undefined, 0]);
      expect(await status("ONE")).toBe("ready");
    });

    test("keeps a charge that is made meanwhile, whatever becomes of the batch", async () => {
      const { publisher, keys, ledger } = opened();
      const key = { id: "k", name: "test", secretHash: Buffer.alloc(32, 1), createdAtMs: 1, entitled: true };
      await keys.create({ ...key, perMinute: 600, perDay: null, credits: 10 });
      const reservation = await ledger.reserve({ keyId: "k", credits: 4 });
      if ("creditsRemaining" in reservation) throw new Error("not reserved");
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const failing = publisher.batch(async (operations) => {
        await operations.publishDocument(makePublication({ documentId: "ONE" }));
        begin();
        await setImmediate();
        throw new Error("broken");
      });
      await begun;
      const settled = ledger.settle(reservation, { atMs: 5_000, endpoint: "e", requestId: "r" });
      await expect(failing).rejects.toThrow("broken");
      await settled;
      await reopen();
      expect((await opened().keys.find("k"))?.credits).toEqual({ granted: 10, balance: 6, reserved: 0 });
      expect((await opened().ledger.verify()).drifts).toEqual([]);
      expect(await status("ONE")).toBeUndefined();
    });

    test("refuses a batch that ends before its steps did, and keeps nothing of it", async () => {
      let step: Promise<unknown> | undefined;
      const hasty = opened().publisher.batch((operations) => {
        step = operations.publishDocument(makePublication({ documentId: "ONE" }));
      });
      await expect(hasty).rejects.toThrow("awaited");
      await step;
      expect(await status("ONE")).toBeUndefined();
    });

    test("has the right latest period, whatever is published at once", async () => {
      const { publisher } = opened();
      await Promise.all([2023, 2025, 2024].map((each) => publisher.publishDocument(year(each))));
      expect(await Promise.all(["Y2023", "Y2024", "Y2025"].map(supersededBy))).toEqual(["Y2025", "Y2025", null]);
      await publisher.batch((operations) =>
        Promise.all([2027, 2022, 2026].map((each) => operations.publishDocument(year(each)))),
      );
      expect(await Promise.all(["Y2022", "Y2025", "Y2026", "Y2027"].map(supersededBy))).toEqual([
        "Y2027",
        "Y2027",
        "Y2027",
        null,
      ]);
    });

    test("is unchanged by publishing a document twice", async () => {
      const { publisher, catalog } = opened();
      expect(await publisher.publishDocument(makePublication())).toBe("created");
      const before = await catalog.findDocument("S9TEST01");
      expect(await publisher.publishDocument(makePublication())).toBe("unchanged");
      expect(await catalog.findDocument("S9TEST01")).toEqual(before);
    });

    test("withdraws a document for good, and releases a pending one when it is due", async () => {
      const { publisher } = opened();
      await publisher.publishDocument(makePublication({ documentId: "GONE" }));
      expect(await publisher.withdrawDocument("GONE")).toBe("changed");
      expect(await publisher.publishDocument(makePublication({ documentId: "GONE", title: "新しい題" }))).toBe("kept");
      const pending = { documentId: "SOON", status: "pending_release", releaseAtMs: 1_000 } as const;
      await publisher.publishDocument(makePublication(pending));
      expect(await publisher.releaseDue(999)).toBe(0);
      expect(await publisher.releaseDue(1_000)).toBe(1);
      await reopen();
      expect([await status("GONE"), await status("SOON")]).toEqual(["withdrawn", "ready"]);
    });

    test("a document tells its issuer's English name as the issuers have it now, and null without one", async () => {
      const { publisher, catalog } = opened();
      await publisher.publishDocument(makePublication({ documentId: "NAMED", securityCode: "971A" }));
      const told = async () => (await opened().catalog.findDocument("NAMED"))?.summary.issuer_name_en;
      expect(await told()).toBeNull();
      const issuer = { securityCode: "971A", name: "海鳴精機株式会社", nameEn: "Kainari Seiki", ...nothingElse };
      await publisher.publishIssuers([issuer]);
      expect(await told()).toBe("Kainari Seiki");
      const { records } = await catalog.listDocuments({ security_codes: ["971A"] }, undefined, 5);
      expect(records.map((each) => each.issuer_name_en)).toEqual(["Kainari Seiki"]);
    });

    test("tells the figures that were counted in a package, and null where they were not", async () => {
      const file = { mediaType: "application/zip", source: { maker: "m", recipe: {} }, deliverable: true } as const;
      const original = (originalId: string, more = {}) => ({ ...file, originalId, fileName: originalId, ...more });
      const originals = [original("zip", { factCount: 12 }), original("zip-2"), original("csv")];
      await opened().publisher.publishDocument(makePublication({ documentId: "ONE", originals }));
      await opened().publisher.publishDocument(
        makePublication({ documentId: "TWO", originals: [original("zip", { factCount: 0 })] }),
      );
      await reopen();
      const counts = async (documentId: string) =>
        (await opened().catalog.originals(documentId)).map(({ original_id, fact_count }) => [original_id, fact_count]);
      expect(await counts("ONE")).toEqual([
        ["zip", 12],
        ["zip-2", null],
        ["csv", undefined],
      ]);
      expect(await counts("TWO")).toEqual([["zip", 0]]);
    });

    test("keeps news and issuers, and returns how many were new", async () => {
      const { publisher } = opened();
      const issuer = { securityCode: "971A", name: "海鳴精機株式会社", nameEn: "Kainari Seiki", ...nothingElse };
      expect(await publisher.publishIssuers([issuer])).toBe(1);
      expect(await publisher.publishIssuers([issuer])).toBe(0);
      expect(await publisher.publishIssuers([{ ...issuer, name: "学ばれた名" }], "unknown")).toBe(0);
      expect(await publisher.publishNews(makeNews())).toBe("created");
      expect(await publisher.publishNews(makeNews())).toBe("unchanged");
      await reopen();
      const [found] = await opened().catalog.searchIssuers("971A", 5);
      expect(String(found?.security_code)).toBe("971A");
      const { records } = await opened().catalog.listNews({}, undefined, 5);
      expect(records).toHaveLength(1);
    });
  });
}
