import type { CheckedDraft } from "../../features/check/check-draft.ts";
import type { Draft } from "../../features/check/draft.ts";
import type { FileComment } from "../../features/check/files/comment.ts";
import type { StoredCheck } from "../../features/check/own-checks.ts";
import { api, askRoutes } from "../../routes.ts";
import { fetchOwnApi, sendFile } from "./own-api.ts";

/** The draft as it was read, with what is said of it. */
export type Checked = CheckedDraft & { readonly draft: Draft };
export type StoredFacts = StoredCheck["stored"];

/** Costs nothing, and nothing of the text is stored. */
export function checkText(text: string, signal: AbortSignal): Promise<Checked> {
  return fetchOwnApi<Checked>(api.checkDraft(), { method: "POST", body: { text, kind: "markdown" }, signal });
}

/** The same for a file, which the server reads and forgets. */
export async function checkFile(file: File, signal: AbortSignal): Promise<Checked> {
  const answer = await sendFile(api.checkFile(file.name), file, signal);
  return (await answer.json()) as Checked;
}

/** The same file with comments at its claims. */
export async function commentFile(file: File, comments: readonly FileComment[]): Promise<Blob> {
  const body = new Blob([file, JSON.stringify(comments)]);
  return (await sendFile(api.commentFile(file.name, file.size), body)).blob();
}

/** A draft that was read before, against what is owned now. */
export function checkAgain(draft: Draft, signal: AbortSignal): Promise<Checked> {
  return fetchOwnApi<Checked>(api.checkDraft(), { method: "POST", body: { draft }, signal });
}

/** Checks the stored draft again, for nothing. */
export function openStored(checkId: string, signal?: AbortSignal): Promise<StoredCheck> {
  return fetchOwnApi<StoredCheck>(askRoutes.storedCheck(checkId), signal === undefined ? {} : { signal });
}

export async function storeCheck(draft: Draft): Promise<StoredFacts> {
  const { check_id } = await fetchOwnApi<{ check_id: string }>(askRoutes.checks(), { method: "POST", body: { draft } });
  return (await openStored(check_id)).stored;
}

export async function setCheckShared(stored: StoredFacts, isShared: boolean): Promise<StoredFacts> {
  const address = isShared ? askRoutes.shareCheck(stored.check_id) : askRoutes.unshareCheck(stored.check_id);
  const { share_id } = await fetchOwnApi<{ share_id: string | null }>(address, { method: "POST", body: {} });
  return { ...stored, share_id };
}

export async function deleteCheck({ check_id }: StoredFacts): Promise<undefined> {
  await fetchOwnApi(askRoutes.storedCheck(check_id), { method: "DELETE" });
  return undefined;
}
