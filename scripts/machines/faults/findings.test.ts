import { describe, expect, test } from "vitest";
import type { Charge, Intent } from "./books.ts";
import { isOpen, lookAt, lookAtEnd } from "./findings.ts";
import { faultRows, isBroken, printed } from "./table.ts";

const intent = (more: Partial<Intent> = {}): Intent => ({
  intent_id: "int_1",
  owner_id: "owner",
  kind: "pages",
  params: '{"page":1}',
  epoch: 0,
  idempotency_key: "k1",
  state: "stored",
  settle_at: null,
  opened_at: 10,
  artifact_id: "art_1",
  sha256: "00",
  credits: 1,
  unreadable: null,
  ...more,
});
const charge = (more: Partial<Charge> = {}): Charge => ({
  key_id: "key",
  idempotency_key: "k1",
  credits: 1,
  count: 1,
  at_ms: 20,
  ...more,
});
const kinds = (findings: readonly { kind: string }[]) => findings.map(({ kind }) => kind);
const keys = new Set(["key"]);

describe("a look at both books", () => {
  test("finds nothing where each thing that was stored was charged once", () => {
    expect(lookAt({ intents: [intent()], charges: [charge()] })).toEqual([]);
    expect(lookAtEnd({ intents: [intent()], charges: [charge()] }, keys)).toEqual([]);
  });

  test("finds a request that was charged twice, and a thing that its owner paid for twice", () => {
    expect(kinds(lookAt({ intents: [intent()], charges: [charge({ count: 2 })] }))).toEqual(["doubled"]);
    const twice = [intent(), intent({ intent_id: "int_2", idempotency_key: "k2" })];
    const both = [charge(), charge({ idempotency_key: "k2" })];
    expect(kinds(lookAt({ intents: twice, charges: both }))).toEqual(["doubled"]);
    const others = [intent(), intent({ intent_id: "int_2", idempotency_key: "k2", owner_id: "another" })];
    expect(lookAt({ intents: others, charges: both })).toEqual([]);
  });

  test("finds what is stored and was charged otherwise, or is not in the library", () => {
    expect(kinds(lookAt({ intents: [intent()], charges: [] }))).toEqual(["broken"]);
    expect(kinds(lookAt({ intents: [intent({ credits: 2 })], charges: [charge()] }))).toEqual(["broken"]);
    expect(kinds(lookAt({ intents: [intent({ artifact_id: null })], charges: [charge()] }))).toEqual(["broken"]);
  });

  test("leaves purchases alone that are under way, and finds at the end what has no outcome", () => {
    for (const state of ["intent", "sent", "unknown"]) {
      const books = { intents: [intent({ state, artifact_id: null, credits: null })], charges: [charge()] };
      expect(lookAt(books)).toEqual([]);
      expect(kinds(lookAtEnd(books, keys)), state).toContain(state === "unknown" ? "unknown" : "broken");
    }
    expect(isOpen(intent({ state: "unknown", settle_at: 5 }))).toBe(true);
    expect(isOpen(intent({ state: "unknown" }))).toBe(false);
  });

  test("finds at the end what can't be read", () => {
    const books = { intents: [intent({ unreadable: "the answer is not JSON" })], charges: [charge()] };
    expect(lookAt(books)).toEqual([]);
    expect(kinds(lookAtEnd(books, keys))).toEqual(["broken"]);
  });

  test("finds at the end what was charged and never came, of its own keys", () => {
    const failed = intent({ state: "failed", artifact_id: null, credits: null });
    expect(kinds(lookAtEnd({ intents: [failed], charges: [charge()] }, keys))).toEqual(["lost"]);
    expect(kinds(lookAtEnd({ intents: [], charges: [charge()] }, keys))).toEqual(["lost"]);
    expect(lookAtEnd({ intents: [], charges: [charge({ key_id: "a program's" })] }, keys)).toEqual([]);
  });
});

describe("the fault table", () => {
  const faults = [
    { name: "killed", fromMs: 100, worksAfterMs: 500, wholeAfterMs: 4_000 },
    { name: "away", fromMs: 200, worksAfterMs: 1_000, wholeAfterMs: 1_000 },
    { name: "killed", fromMs: 300, worksAfterMs: 900, wholeAfterMs: 2_000 },
  ];

  test("counts each finding for the fault in whose time its purchase was made, and keeps the longest time", () => {
    const found = [
      { kind: "doubled", what: "a", atMs: 150 },
      { kind: "lost", what: "b", atMs: 200 },
      { kind: "unknown", what: "c", atMs: 999 },
    ] as const;
    expect(faultRows(faults, found)).toMatchObject([
      { fault: "killed", times: 2, doubled: 1, lost: 0, unknown: 1, worksAfterMs: 900, wholeAfterMs: 4_000 },
      { fault: "away", times: 1, doubled: 0, lost: 1, unknown: 0, wholeAfterMs: 1_000 },
    ]);
    expect(faultRows(faults, [{ kind: "lost", what: "d", atMs: 1 }]).at(-1)?.fault).toBe("before any fault");
  });

  test("is broken by any finding, and by a fault that never mended", () => {
    expect(isBroken(faultRows(faults, []))).toBe(false);
    for (const kind of ["doubled", "lost", "unknown", "broken"] as const)
      expect(isBroken(faultRows(faults, [{ kind, what: "x", atMs: 150 }])), kind).toBe(true);
    const never = faultRows([{ name: "away", fromMs: 0, worksAfterMs: 100, wholeAfterMs: undefined }], []);
    expect(isBroken(never)).toBe(true);
    expect(printed(never)).toContain("| away | 1 | 0 | 0 | 0 | 0 | 0.1 s | never |");
  });
});
