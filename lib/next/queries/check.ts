import type { CheckedDraft } from "../../features/check/check-draft.ts";
import type { Draft } from "../../features/check/draft.ts";
import { api } from "../../routes.ts";
import { fetchOwnApi, sendFile } from "./own-api.ts";

/** The draft as it was read, with what is said of it. */
export type Checked = CheckedDraft & { readonly draft: Draft };

/** Costs nothing, and nothing of the text is stored. */
export function checkText(text: string, signal: AbortSignal): Promise<Checked> {
  return fetchOwnApi<Checked>(api.checkDraft(), { method: "POST", body: { text, kind: "markdown" }, signal });
}

/** The same for a file, which the server reads and forgets. */
export async function checkFile(file: File, signal: AbortSignal): Promise<Checked> {
  const answer = await sendFile(api.checkFile(file.name), file, signal);
  return (await answer.json()) as Checked;
}

/** A draft that was read before, against what is owned now. */
export function checkAgain(draft: Draft, signal: AbortSignal): Promise<Checked> {
  return fetchOwnApi<Checked>(api.checkDraft(), { method: "POST", body: { draft }, signal });
}
