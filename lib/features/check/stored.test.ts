import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { SigningKeys } from "../../evidence/receipts/signing-keys.ts";
import { parseSingle } from "../../spending/pricing/actions.ts";
import { ann, at, buy, restart, upstream } from "../../spending/testing/purchase-setup.ts";
import { deleteCheck, findCheck, findSharedCheck, shareCheck, unshareCheck } from "../../store/checks.ts";
import { citedBefore, newCitations } from "../../store/cited.ts";
import { createOwner } from "../../store/owners.ts";
import { listProofs, standingOfChecks } from "../../store/proofs.ts";
import { checkDraft } from "./check-draft.ts";
import { draftOfText } from "./draft-of-text.ts";
import { CheckProof } from "./proof.ts";
import { sharedCheckView } from "./shared-check.ts";
import { storeCheck } from "./stored.ts";
import { sampleChecks } from "./testing/check-setup.ts";

const signing = new SigningKeys(mkdtempSync(path.join(tmpdir(), "hiraku-stored-")));
const passage = `2 沿革 ${"本文".repeat(12)}`;
const text = `海鳴精機は「${passage}」と述べる。また「${passage}ではない本文」とも。2026年3月期の売上高は12,345百万円だった。`;

beforeEach(async () => {
  restart();
  await createOwner(at.store, { owner_id: "ann", created_at: 0, recovery_hash: null });
  await buy(parseSingle({ kind: "sections", document_id: "D1", sections: ["s1-2"] }));
});

const parts = () => ({ purchases: at.app, store: at.store, signing });
async function stored(title = "覚書"): Promise<string> {
  const draft = draftOfText(text);
  const checked = await checkDraft(sampleChecks(), ann, undefined, draft);
  return await storeCheck(parts(), ann, { draft, checked, title });
}
const rowOf = async (id: string) => {
  const row = await findCheck(at.store, "ann", id);
  if (row === undefined) throw new Error("no check");
  return { ...row, proof: CheckProof.parse(JSON.parse(row.record)) };
};
const proofs = async () =>
  (await listProofs(at.store, { owner_id: "ann", upstream, at: Number.MAX_SAFE_INTEGER, id: "", limit: 9 })).map(
    ({ kind, body }) => `${kind} ${kind === "check" ? body : ""}`.trim(),
  );

test("a stored check is one signed record with the verdicts, a receipt for each passage and what the texts had cost", async () => {
  const { proof } = await rowOf(await stored());
  expect(proof.claims.map(({ verdict }) => verdict)).toEqual(["found", "altered_words", "not_checked"]);
  const [found] = proof.claims;
  expect(proof.receipts[found?.receipt ?? -1]).toMatchObject({ quote: found?.words, document: { document_id: "D1" } });
  expect(proof).toMatchObject({ not_checked: ["c3"], total: { charged: proof.purchases[0]?.credits } });
  expect(proof.looked_in[0]?.delivered).toEqual([proof.receipts[0]?.delivered.sha256]);
  expect(await proofs()).toEqual(["check 覚書"]);
});

test("its documents are looked at like those of other proofs, until the last check of them is deleted", async () => {
  const watched = () => citedBefore(at.store, "ann", upstream, at.clock.nowMs() + 1);
  const first = await stored();
  expect((await watched()).map(({ document_id }) => document_id)).toEqual(["D1"]);
  expect(await newCitations(at.store, "ann", 9)).toHaveLength(2);
  at.clock.jump(1_000);
  const second = await stored();
  await deleteCheck(at.store, "bob", first);
  expect(await findCheck(at.store, "ann", first)).toBeDefined();
  await deleteCheck(at.store, "ann", first);
  expect(await newCitations(at.store, "ann", 9)).toHaveLength(2);
  expect(await standingOfChecks(at.store, { owner_id: "ann", upstream }, [second])).toMatchObject([{ withdrawn: 0 }]);
  await deleteCheck(at.store, "ann", second);
  expect(await watched()).toEqual([]);
  expect(await newCitations(at.store, "ann", 9)).toEqual([]);
  expect(await proofs()).toEqual([]);
});

test("it goes with its owner, and nobody finds one that is no longer shared", async () => {
  const id = await stored();
  await shareCheck(at.store, { ownerId: "bob", checkId: id, shareId: "s0", at: 1 });
  await shareCheck(at.store, { ownerId: "ann", checkId: id, shareId: "s1", at: 1 });
  await shareCheck(at.store, { ownerId: "ann", checkId: id, shareId: "s2", at: 1 });
  expect((await findSharedCheck(at.store, "s1"))?.check_id).toBe(id);
  await unshareCheck(at.store, "ann", id);
  expect(await findSharedCheck(at.store, "s1")).toBeUndefined();
  await at.store.prepare("delete from owners where owner_id = 'ann'").run();
  expect(await findCheck(at.store, "ann", id)).toBeUndefined();
});

test("a shared check has the verdicts, and no word of a passage that its reader does not own", async () => {
  const { proof } = await rowOf(await stored());
  const answers = (verdict: string, ellipsis = false) =>
    sharedCheckView(proof, "file", async (quotes) => quotes.map(() => ({ verdict, ellipsis })));
  for (const shared of [
    await answers("not_owned"),
    await answers("not_found"),
    // Parts of the words around an ellipsis are not the words.
    await answers("found", true),
    await sharedCheckView(proof, "file", async () => []),
  ]) {
    expect(shared.claims.map(({ verdict }) => verdict)).toEqual(["found", "altered_words", "not_checked"]);
    const said = JSON.stringify(shared);
    expect(said).not.toContain("本文本文");
    expect(said).not.toContain(proof.receipts[0]?.signature);
    expect(said).not.toContain(proof.purchases[0]?.entry);
    expect(shared.hidden).toBe(2);
  }
  expect((await answers("found")).claims[0]?.words).toBe(proof.claims[0]?.words);
});
