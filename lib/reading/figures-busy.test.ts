import { expect, test, vi } from "vitest";
import { PoolBusyError, WorkerEndedError } from "../kit/workers/errors.ts";
import type { Owner } from "../owners/owner.ts";
import { setRunningApp } from "../running-app.ts";
import { openMemoryStore } from "../store/database.ts";
import { ownedFilings } from "./figures.ts";
import { figureRows } from "./figures-files.ts";

const noted = vi.hoisted((): { artifact_id: string }[] => []);
const row = {
  document_id: "D1",
  original_id: "zip",
  artifact_id: "a1",
  sha256: "00",
  security_code: "7001",
  stored_at: 0,
  summary: null,
};
vi.mock("../store/artifact-figures.ts", () => ({
  artifactFiguresRows: () => ({
    ownedPackages: async () => [row],
    find: async () => noted.at(-1),
    put: async (read: { artifact_id: string }) => void noted.push(read),
  }),
}));
vi.mock("../running-app.ts", async (original) => ({
  ...(await original<typeof import("../running-app.ts")>()),
  purchases: () => ({ deps: { bodies: { read: async () => new Uint8Array(4) } } }),
}));
const owner: Owner = {
  ownerId: "ann",
  upstream: { baseUrl: "http://service", key: "k", keyId: "1" },
  fingerprint: "f",
  sessionHash: "s",
  demo: false,
  createdAtMs: 0,
};

test.each([
  ["too many wait for the thread", new PoolBusyError(3_000)],
  ["its thread ended", new WorkerEndedError("exit 1")],
])("a package that is not read since %s is said to be read later, and no file is made without it", async (_, error) => {
  setRunningApp({
    store: openMemoryStore(),
    figures: { read: () => Promise.reject(error), workbook: () => Promise.reject(error), close: async () => undefined },
  });
  const { filings, unread } = await ownedFilings(owner, { documentId: "D1" });
  expect([filings, unread]).toMatchObject([[], [{ documentId: "D1", reason: "busy" }]]);
  expect(noted).toEqual([]);
  const request = new Request("http://localhost/api/figures");
  await expect(figureRows({ request, owner }, { documentId: "D1" })).rejects.toThrow(PoolBusyError);
});

test("a package that was not read within its time is asked for again an hour later, and not before", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const read = vi.fn(async () => ({ refused: "deadline_exceeded" as const }));
  setRunningApp({
    store: openMemoryStore(),
    figures: { read, workbook: async () => new Uint8Array(), close: async () => undefined },
  });
  const late = { filings: [], unread: [{ documentId: "D1", reason: "deadline_exceeded" }] };
  for (let view = 0; view < 3; view++) expect(await ownedFilings(owner, { documentId: "D1" })).toMatchObject(late);
  expect(read).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 3_600_001);
  expect(await ownedFilings(owner, { documentId: "D1" })).toMatchObject(late);
  expect(read).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
