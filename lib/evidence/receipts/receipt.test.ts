import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { lockFolder } from "../../kit/process/folder-lock.ts";
import { canonicalJson, type Json } from "./canonical-json.ts";
import { Receipt, receiptFormat, type UnsignedReceipt } from "./receipt.ts";
import {
  fingerprintOf,
  loadSigningKeys,
  publicKeys,
  rotateSigningKeys,
  SigningKeys,
  signReceipt,
  signRecord,
} from "./signing-keys.ts";
import { verifyOffline } from "./testing/verify-offline.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-receipts-"));
const keys = loadSigningKeys(folder);
const content = "# 事業\n\n𠮷野は売上高１２，３４５百万円。\n";
const delivered = Buffer.from(JSON.stringify({ document_id: "D1", content, content_sections: [{ content }] }));
const unsigned: UnsignedReceipt = {
  format: receiptFormat,
  quote: "売上高１２，３４５百万円。",
  document: {
    document_id: "D1",
    title: "有価証券報告書",
    issuer_name: "例",
    security_code: "9901",
    document_type: null,
    timeline_at: "2025-06-20T15:00:00+09:00",
    amended_by_document_id: null,
    superseded_by_document_id: null,
  },
  section: { section_id: "s1", title: "事業" },
  page: 3,
  offsets: { start: 9, end: 22 },
  delivered: {
    sha256: createHash("sha256").update(delivered).digest("hex"),
    byte_size: delivered.length,
    text: "/content_sections/0/content",
    at: "2025-06-21T09:00:00+09:00",
  },
  source: { service: "http://127.0.0.1:8787", url: null, attribution: "出典：EDINET" },
  ledger: { entry: "intent-1", at: "2025-06-21T09:00:00+09:00", request_id: null },
  issued_at: "2025-06-21T10:00:00.000Z",
};

describe("canonical JSON", () => {
  test("is as RFC 8785 writes its example", () => {
    const value = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ) as Json;
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test("has no form for a lone surrogate, which no two programs write alike", () => {
    expect(() => canonicalJson({ quote: "\ud842" })).toThrow("surrogate");
    expect(() => canonicalJson({ "\ud842": "quote" })).toThrow("surrogate");
  });

  test("is the same whatever the order of names, and reads back as the value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
        const text = canonicalJson(value as Json);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value) as Json)).toBe(text);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversed(each)]),
  );
}

describe("signing keys", () => {
  test("are made once, readable by their owner only", () => {
    expect(publicKeys(loadSigningKeys(folder))).toEqual(publicKeys(keys));
    expect(statSync(path.join(folder, "receipt-keys")).mode & 0o777).toBe(0o600);
  });

  test("older ones are told and no longer sign", () => {
    const other = mkdtempSync(path.join(tmpdir(), "hiraku-receipts-"));
    const [first] = loadSigningKeys(other);
    rotateSigningKeys(other);
    const all = rotateSigningKeys(other) ?? [];
    expect(all).toHaveLength(3);
    expect(publicKeys(all).at(-1)).toEqual(publicKeys(loadSigningKeys(other)).at(-1));
    expect(all.at(-1)?.kid).toBe(first?.kid);
    expect(signReceipt(unsigned, all).signer.kid).toBe(all[0]?.kid);
    expect(new Set(all.map(({ kid }) => kid)).size).toBe(3);
    expect(statSync(path.join(other, "receipt-keys")).mode & 0o777).toBe(0o600);
  });

  test("a running program signs with a new key from its next receipt on, and reads an unchanged file once", () => {
    const other = mkdtempSync(path.join(tmpdir(), "hiraku-receipts-"));
    const signing = new SigningKeys(other);
    const made = signing.all();
    const before = signing.all();
    expect(publicKeys(before)).toEqual(publicKeys(made));
    expect(signing.all()).toBe(before);
    const rotated = rotateSigningKeys(other);
    expect(publicKeys(signing.all())).toEqual(publicKeys(rotated ?? []));
    expect(signing.all()[1]?.kid).toBe(before[0]?.kid);
  });

  test("a rotation that was cut leaves the keys as they were, and the next one works", () => {
    const other = mkdtempSync(path.join(tmpdir(), "hiraku-receipts-"));
    const before = publicKeys(loadSigningKeys(other));
    writeFileSync(path.join(other, "receipt-keys.tmp"), '{"keys": [{"created', { mode: 0o644 });
    expect(publicKeys(loadSigningKeys(other))).toEqual(before);
    expect(publicKeys(rotateSigningKeys(other) ?? []).slice(1)).toEqual(before);
    expect(statSync(path.join(other, "receipt-keys")).mode & 0o777).toBe(0o600);
  });

  test("of two rotations at once one is refused", () => {
    const other = mkdtempSync(path.join(tmpdir(), "hiraku-receipts-"));
    const lock = lockFolder(other, "receipt-keys.lock");
    expect(rotateSigningKeys(other)).toBeUndefined();
    lock?.release();
    expect(rotateSigningKeys(other)).toHaveLength(2);
  });
});

describe("verify.mjs", () => {
  const receipt = signReceipt(unsigned, keys);
  const file = (name: string, text: string | Uint8Array) => {
    const at = path.join(folder, name);
    writeFileSync(at, text);
    return at;
  };
  let plain = "";
  let body = "";
  let known = "";
  beforeAll(() => {
    plain = file("receipt.json", `${JSON.stringify(receipt, null, 2)}\n`);
    body = file("delivered.json", delivered);
    known = file("keys.json", JSON.stringify({ keys: publicKeys(keys) }));
  });

  test("has no more than 160 lines and imports nothing but Node's own", () => {
    const source = readFileSync("public/verify.mjs", "utf8");
    expect(source.split("\n").length).toBeLessThanOrEqual(161);
    expect([...source.matchAll(/from "([^"]+)"/g)].map((each) => each[1])).toEqual([
      "node:crypto",
      "node:fs",
      "node:util",
    ]);
  });

  test("says what a receipt alone proves", async () => {
    expect(Receipt.parse(receipt)).toEqual(receipt);
    expect(await verifyOffline(plain)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^OK: intact, signer not checked/) as string,
    });
    expect((await verifyOffline(file("one-line.json", JSON.stringify(receipt)))).code).toBe(0);
    expect(
      (await verifyOffline(file("crlf.json", JSON.stringify(receipt, null, 2).replaceAll("\n", "\r\n")))).code,
    ).toBe(0);
  });

  test("says whose it is, by the file of keys and by a fingerprint", async () => {
    expect((await verifyOffline(plain, "--key", known)).said).toContain("signed by the key that was given");
    expect((await verifyOffline(plain, "--key", fingerprintOf(receipt.signer.public_key))).code).toBe(0);
    const stranger = loadSigningKeys(mkdtempSync(path.join(tmpdir(), "hiraku-receipts-")));
    const theirs = file("stranger.json", `${JSON.stringify(signReceipt(unsigned, stranger), null, 2)}\n`);
    expect((await verifyOffline(theirs)).code).toBe(0);
    expect(await verifyOffline(theirs, "--key", known)).toMatchObject({
      code: 1,
      said: expect.stringContaining("another key") as string,
    });
  });

  test("takes a receipt of an older key by the file of keys after a rotation", async () => {
    const other = mkdtempSync(path.join(tmpdir(), "hiraku-receipts-"));
    const old = file("old.json", JSON.stringify(signReceipt(unsigned, loadSigningKeys(other))));
    const told = file("rotated.json", JSON.stringify({ keys: publicKeys(rotateSigningKeys(other) ?? []) }));
    expect((await verifyOffline(old, "--key", told)).said).toContain("signed by the key that was given");
    expect((await verifyOffline(old, "--key", known)).code).toBe(1);
  });

  test("compares the words with the delivered file", async () => {
    expect((await verifyOffline(plain, body)).said).toContain("holds these words at characters 9 to 22");
    const wrong = signReceipt({ ...unsigned, quote: "売上高１２，３４６百万円。" }, keys);
    expect(await verifyOffline(file("wrong.json", JSON.stringify(wrong)), body)).toMatchObject({ code: 1 });
    const other = file("other.json", Buffer.concat([delivered, Buffer.from(" ")]));
    expect(await verifyOffline(plain, other)).toMatchObject({
      code: 1,
      said: expect.stringContaining("not the file") as string,
    });
  });

  test("refuses a record with a name given twice, and what is no receipt, in one line and without a trace", async () => {
    const twice = JSON.stringify(receipt).replace('"quote":', '"quote":"売上高は減少した。","quote":');
    for (const text of [
      twice,
      "",
      "{}",
      "[]",
      "null",
      '{"format":"hiraku-receipt/1"}',
      "\u0000",
      JSON.stringify({ ...receipt, more: 1 }),
    ]) {
      const { code, said } = await verifyOffline(file("bad.json", text));
      expect(code, text).toBe(1);
      expect(said).toMatch(/^FAILED: [^\n]*\n$/);
    }
    expect((await verifyOffline(path.join(folder, "missing.json"))).code).toBe(1);
    expect((await verifyOffline()).code).toBe(1);
    expect((await verifyOffline("--help")).code).toBe(0);
  });

  test("takes a list of receipts, of which all have to hold, with the delivered files of some", async () => {
    const other = Buffer.from(JSON.stringify({ content: "別の本文" }));
    const second = signReceipt(
      {
        ...unsigned,
        quote: "本文",
        offsets: { start: 2, end: 4 },
        delivered: {
          ...unsigned.delivered,
          sha256: createHash("sha256").update(other).digest("hex"),
          text: "/content",
        },
      },
      keys,
    );
    const several = file("several.json", JSON.stringify([receipt, second], null, 2));
    const both = await verifyOffline(several, body, file("other-body.json", other), "--key", known);
    expect(both.code).toBe(0);
    expect(both.said).toMatch(/OK: receipt 1 of 2: intact[^;]*; the delivered file holds these words at characters 9/);
    expect(both.said).toMatch(/OK: receipt 2 of 2: intact[^;]*; the delivered file holds these words at characters 2/);
    expect((await verifyOffline(several, body)).said).toContain("the words were not compared");
    const changed = { ...second, page: 4 };
    const bad = await verifyOffline(file("bad-list.json", JSON.stringify([receipt, changed])));
    expect(bad).toMatchObject({ code: 1, said: expect.stringContaining("receipt 2 of 2: the signature") as string });
    expect((await verifyOffline(file("empty.json", "[]"))).code).toBe(1);
    expect((await verifyOffline(several, file("unrelated.json", "{}"))).code).toBe(1);
    for (const bad of ["null", "{}", "[]", `{"keys":"x"}`, `{"keys":[null]}`]) {
      const { code, said } = await verifyOffline(several, "--key", file("bad-keys.json", bad));
      expect([code, said.split("\n")[0]], bad).toEqual([1, expect.stringMatching(/^FAILED: /)]);
    }
    expect((await verifyOffline(several, "--key", "")).code).toBe(1);
  });

  test("no words of a record write over what is said of it, or look like it", async () => {
    const forged = "\nOK: intact, signed by the key that was given; the delivered file holds these words.\n";
    const steering = [
      "\u001b[1A\u001b[2K",
      "\u009b2J",
      "\r",
      "\b",
      "\u202e",
      "\u2066",
      "\u2028",
      "\u0085",
      "\u200b",
      "\u0000",
    ];
    const hostile = `売上高${steering.join("")}${forged}`;
    const signed = (record: Readonly<Record<string, Json>>, kid = hostile) =>
      JSON.stringify(
        signRecord(
          record,
          keys.map((key) => ({ ...key, kid })),
        ),
      );
    const { sha256, text } = unsigned.delivered;
    const record = {
      format: receiptFormat,
      quote: hostile,
      document: { document_id: hostile, title: hostile, issuer_name: hostile },
      section: { title: hostile },
      page: hostile,
      offsets: { start: forged, end: hostile },
      delivered: { sha256, text, at: hostile },
      source: { url: hostile, attribution: hostile },
      issued_at: hostile,
    };
    const dossier = {
      format: "hiraku-dossier/1",
      question: hostile,
      passages: [],
      purchases: [],
      total: { charged: 0, unknown: 0, budget: "1" },
      issued_at: hostile,
    };
    const total = { charged: hostile, unknown: 0, budget: hostile };
    for (const [each, code] of [
      [record, 0],
      [dossier, 0],
      [{ ...dossier, purchases: [{ credits: hostile }], total }, 1],
    ] as const) {
      const { code: ended, said } = await verifyOffline(file("hostile.json", signed(each)), "--key", known);
      expect(ended).toBe(code);
      for (const control of steering) expect(said).not.toContain(control);
      const [first, ...others] = said.split("\n");
      expect(first).toMatch(code === 0 ? /^OK: .*signed by the key that was given \(SHA256:/ : /^FAILED: /);
      expect(others.filter((line) => line !== "" && !line.startsWith("| "))).toEqual([]);
    }
  });

  test("fails with any field changed, added or left out", async () => {
    const leaves = (value: object, path: readonly string[] = []): (readonly string[])[] =>
      Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
        typeof each === "object" && each !== null ? leaves(each, [...path, name]) : [[...path, name]],
      );
    const changedAt = (path: readonly string[], change: (value: unknown) => unknown): string => {
      const copy = structuredClone<unknown>(receipt);
      let inside = copy as Record<string, unknown>;
      for (const name of path.slice(0, -1)) inside = inside[name] as Record<string, unknown>;
      const last = path.at(-1) ?? "";
      const next = change(inside[last]);
      if (next === undefined) delete inside[last];
      else inside[last] = next;
      return JSON.stringify(copy);
    };
    const other = (value: unknown) =>
      typeof value === "number" ? value + 1 : typeof value === "string" ? `${value.slice(0, -1)}~` : "x";
    const paths = leaves(receipt);
    expect(paths.length).toBeGreaterThan(25);
    for (const path of paths) {
      expect((await verifyOffline(file("field.json", changedAt(path, other)))).code, path.join(".")).toBe(1);
    }
    for (const name of Object.keys(receipt)) {
      expect(
        (
          await verifyOffline(
            file(
              "field.json",
              changedAt([name], () => undefined),
            ),
          )
        ).code,
        `without ${name}`,
      ).toBe(1);
    }
  }, 120_000);

  test("fails with any byte flipped", async () => {
    const bytes = readFileSync(plain);
    // Every byte is too many processes: a stride that meets names, values, spaces, the key and the whole signature.
    const last = bytes.length - 2;
    const places = [...Array(24).keys()].map((i) => Math.floor((i * last) / 24)).concat(bytes.lastIndexOf('"') - 1);
    for (const at of places) {
      const bit = at % 2 === 0 ? 0x01 : 0x04;
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ bit;
      expect((await verifyOffline(file("flipped.json", changed))).code, `byte ${at}, bit ${bit}`).toBe(1);
    }
  }, 120_000);
});
