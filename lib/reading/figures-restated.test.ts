import { expect, test, vi } from "vitest";
import { exportRows } from "../evidence/figures/export.ts";
import { readFigures } from "../evidence/figures/reading/read-figures.ts";
import { packFigures } from "../evidence/figures/stored.ts";
import { makeReport } from "../evidence/figures/testing/make-package.ts";
import { openTestApp } from "../testing/test-app.ts";
import { testOwner } from "../testing/test-service.ts";
import { laterThan, ownedFilings } from "./figures.ts";

const filed = (document_id: string, security_code: string, day: string) => ({
  ...{ document_id, original_id: "zip", artifact_id: document_id, sha256: document_id, security_code, summary: null },
  stored_at: Date.parse(day),
});
const rows = [
  filed("D1", "7001", "2024-06-25"),
  filed("BEFORE", "7001", "2023-06-25"),
  filed("LATER", "7001", "2025-06-25"),
  filed("OTHER", "7002", "2025-06-25"),
];
vi.mock("../store/artifact-figures.ts", () => ({
  artifactFiguresRows: () => ({
    ownedPackages: async () => rows,
    find: async () => undefined,
    put: async () => undefined,
  }),
}));
const owner = testOwner();

test("where a later package of the issuer can't be read, what it restates is said to be unknown", async () => {
  const figures = await readFigures(makeReport());
  await using app = await openTestApp();
  vi.spyOn(app.purchases.deps.bodies, "read").mockImplementation(async (sha256) => Buffer.from(sha256));
  vi.spyOn(app.figures, "read").mockImplementation(async (zip) =>
    Buffer.from(zip).toString() === "D1"
      ? { packed: packFigures(figures), factCount: figures.facts.length }
      : { refused: "not_an_archive" },
  );
  const all = await ownedFilings(owner, { documentId: "D1", sameIssuer: true });
  const own = all.filings.find(({ documentId }) => documentId === "D1");
  if (own === undefined) throw new Error("not read");
  const { filings, unread } = laterThan(all, own);
  expect(filings).toEqual([]);
  expect(unread.map(({ documentId }) => documentId)).toEqual(["LATER"]);
  const about = { issuer: "", document: "", figures, restated: new Map(), linkOf: () => "" };
  const files = [unread, []].map((unreadLater) =>
    exportRows({ ...about, unreadLater }).map(({ restated }) => restated),
  );
  expect(new Set(files[0])).toEqual(new Set(["unknown: LATER could not be read"]));
  expect(new Set(files[1])).toEqual(new Set([""]));
});
