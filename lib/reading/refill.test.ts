import { expect, test, vi } from "vitest";
import { exportRows } from "../evidence/figures/export.ts";
import { readFigures } from "../evidence/figures/reading/read-figures.ts";
import { packFigures } from "../evidence/figures/stored.ts";
import { makeReport } from "../evidence/figures/testing/make-package.ts";
import { writeWorkbook } from "../evidence/figures/workbook.ts";
import type { OwnedPackageRow } from "../store/artifact-figures.ts";
import { openTestApp } from "../testing/test-app.ts";
import { testOwner } from "../testing/test-service.ts";
import { planRefill, refilledFile } from "./refill.ts";

const owned = (document_id: string, day: string): OwnedPackageRow =>
  ({
    ...{ document_id, original_id: "zip", artifact_id: document_id, sha256: document_id, security_code: "7001" },
    ...{ title: document_id, document_type: "annual_securities_report", issuer_name: "見本", summary: null },
    stored_at: Date.parse(day),
  }) as OwnedPackageRow;
const packages: OwnedPackageRow[] = [];
vi.mock("../store/artifact-figures.ts", () => ({
  artifactFiguresRows: () => ({
    ownedPackages: async () => packages,
    find: async () => undefined,
    put: async () => undefined,
  }),
}));
const asked: unknown[] = [];
vi.mock("../upstream/call-free.ts", () => ({
  callFreeEndpoint: async (_: unknown, name: string, input: unknown) => {
    asked.push([name, input]);
    const listed = (id: string, at: string) => ({
      ...{ document_id: id, document_family: "edinet_filing", security_code: "7001", timeline_at: at },
      ...{ title: id, issuer_name: "見本", language: "ja", content_status: "ready" },
    });
    if (name === "listDocuments")
      return { documents: [listed("D2", "2027-06-25T09:00:00Z"), listed("D0", "2025-06-25T09:00:00Z")] };
    return { originals: [{ original_id: "zip", media_type: "application/zip", file_name: "a.zip" }] };
  },
}));
vi.mock("./figure-places.ts", () => ({ figurePlaces: () => () => ({ href: "/documents/D1" }) }));
vi.mock("../spending/library/owned.ts", () => ({ ownedDocument: async () => undefined }));
const owner = testOwner();

const years: Record<string, Parameters<typeof makeReport>[0]> = {
  D1: {},
  D2: { year: 2027, sales: [950, 1000, 1111, 1234, 1500] },
};

function given(bytes: Uint8Array): Request {
  const headers = { host: "localhost" };
  return new Request("http://localhost/api/figures/refill", { method: "POST", body: Buffer.from(bytes), headers });
}

test("a newer package is priced before it is bought, refills the workbook once owned, and then costs nothing", async () => {
  await using app = await openTestApp();
  vi.spyOn(app.purchases.deps.bodies, "read").mockImplementation(async (sha256) => Buffer.from(sha256));
  vi.spyOn(app.figures, "read").mockImplementation(async (zip) => {
    const figures = await readFigures(makeReport(years[Buffer.from(zip).toString()] ?? {}));
    return { packed: packFigures(figures), factCount: figures.facts.length };
  });
  const about = { issuer: "7001 見本", document: "D1 書類", restated: new Map<number, never>(), unreadLater: [] };
  const figures = await readFigures(makeReport());
  const workbook = await writeWorkbook(exportRows({ ...about, figures, linkOf: () => "https://e.com" }));

  packages.push(owned("D1", "2026-06-25"));
  const first = await planRefill(given(workbook), owner);
  expect(first).toMatchObject({ added: 0, changed: 0, toBuy: [{ documentId: "D2", originalId: "zip" }] });
  expect(first.toBuy).toHaveLength(1);
  const since = { security_codes: ["7001"], timeline_since: "2026-06-25" };
  expect(asked).toContainEqual(["listDocuments", expect.objectContaining(since)]);

  packages.push(owned("D2", "2027-06-25"));
  const bought = await planRefill(given(workbook), owner);
  expect(bought).toMatchObject({ changed: 3, toBuy: [] });
  expect(bought.added).toBeGreaterThan(0);
  const answer = await refilledFile(given(workbook), owner);
  expect(answer.headers.get("content-disposition")).toContain(".xlsx");
  const refilled = new Uint8Array(await answer.arrayBuffer());
  expect(await planRefill(given(refilled), owner)).toMatchObject({ added: 0, changed: 0, kept: 0, toBuy: [] });
});

test.each([
  ["a file that is no workbook", Buffer.from("x"), "workbook_unreadable"],
  ["a file beyond the limit", Buffer.alloc(13 * 1_048_576), "payload_too_large"],
])("%s is refused in words", async (_, bytes, code) => {
  await using _app = await openTestApp();
  await expect(planRefill(given(bytes), owner)).rejects.toMatchObject({ problem: { code } });
});
