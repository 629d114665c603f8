import type { CheckedDraft } from "../../features/check/check-draft.ts";
import type { Draft } from "../../features/check/draft.ts";
import { api } from "../../routes.ts";
import { fetchOwnApi } from "./own-api.ts";

/** The draft as it was read, with what is said of it. */
export type Checked = CheckedDraft & { readonly draft: Draft };

/** Costs nothing, and nothing of the text is stored. */
export function checkText(text: string, signal: AbortSignal): Promise<Checked> {
  return fetchOwnApi<Checked>(api.checkDraft(), { method: "POST", body: { text, kind: "markdown" }, signal });
}
