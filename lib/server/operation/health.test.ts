import { expect, test } from "vitest";
import { diskReserveBytes } from "../../spending/engine/send-gate.ts";
import { canKeep, readiness } from "./health.ts";

const well = async () => true;
const answerOf = async (parts: Partial<Parameters<typeof readiness>[0]>) => {
  const answer = await readiness({ store: well, bodies: well, service: well, ...parts });
  return { status: answer.status, ...(await answer.json()) };
};
const noSpace = () => Promise.reject(Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" }));

test("the web app is ready with its store and room for what is bought, whether the service answers or not", async () => {
  const checks = { store: "ok", blobs_write: "ok", service: "ok" };
  expect(await answerOf({})).toMatchObject({ status: "ok", checks });
  expect((await readiness({ store: well, bodies: well, service: well })).status).toBe(200);
  expect(await answerOf({ service: noSpace })).toMatchObject({ status: "ok", checks: { ...checks, service: "away" } });
});

test("a full disk is said in the service's words, and makes the web app unready", async () => {
  const full = [
    { tryWriting: noSpace, freeBytes: async () => 1e12 },
    { tryWriting: async () => undefined, freeBytes: async () => diskReserveBytes - 1 },
    { tryWriting: async () => undefined, freeBytes: noSpace },
  ];
  for (const bodies of full) {
    const parts = { store: well, service: well, bodies: () => canKeep(bodies) };
    expect((await readiness(parts)).status).toBe(503);
    expect(await answerOf(parts)).toMatchObject({ status: "failed", checks: { store: "ok", blobs_write: "failed" } });
  }
  const roomy = { tryWriting: async () => undefined, freeBytes: async () => diskReserveBytes };
  expect(await answerOf({ bodies: () => canKeep(roomy) })).toMatchObject({ status: "ok" });
  expect(await answerOf({ store: noSpace })).toMatchObject({ status: "failed", checks: { store: "failed" } });
});
