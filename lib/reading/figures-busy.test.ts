import { expect, test, vi } from "vitest";
import { PoolBusyError, WorkerEndedError } from "../kit/workers/errors.ts";
import { openTestApp } from "../testing/test-app.ts";
import { testOwner } from "../testing/test-service.ts";
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
const owner = testOwner();

test.each([
  ["too many wait for the thread", new PoolBusyError(3_000)],
  ["its thread ended", new WorkerEndedError("exit 1")],
])("a package that is not read since %s is said to be read later, and no file is made without it", async (_, error) => {
  await using app = await openTestApp();
  vi.spyOn(app.purchases.deps.bodies, "read").mockResolvedValue(new Uint8Array(4));
  vi.spyOn(app.figures, "read").mockRejectedValue(error);
  const { filings, unread } = await ownedFilings(owner, { documentId: "D1" });
  expect([filings, unread]).toMatchObject([[], [{ documentId: "D1", reason: "busy" }]]);
  expect(noted).toEqual([]);
  const request = new Request("http://localhost/api/figures");
  await expect(figureRows({ request, owner }, { documentId: "D1" })).rejects.toThrow(PoolBusyError);
});

test("a package that was not read within its time is asked for again an hour later, and not before", async () => {
  await using app = await openTestApp();
  vi.spyOn(app.purchases.deps.bodies, "read").mockResolvedValue(new Uint8Array(4));
  const read = vi.spyOn(app.figures, "read").mockResolvedValue({ refused: "deadline_exceeded" });
  vi.useFakeTimers({ toFake: ["Date"] });
  const late = { filings: [], unread: [{ documentId: "D1", reason: "deadline_exceeded" }] };
  for (let view = 0; view < 3; view++) expect(await ownedFilings(owner, { documentId: "D1" })).toMatchObject(late);
  expect(read).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 3_600_001);
  expect(await ownedFilings(owner, { documentId: "D1" })).toMatchObject(late);
  expect(read).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
