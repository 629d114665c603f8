import type { AppProblem } from "../../contract/app-problem.ts";
import type { Unread } from "../../text/markdown/render.ts";
import { retryMsOf } from "../workers/errors.ts";

/** The text is longer than any filing, or was not read within its time. */
export class TextRefused extends Error {
  override readonly name = "TextRefused";
  readonly problem: AppProblem = {
    status: 422,
    code: "text_too_complex",
    detail: "A text is too long or too complex to be read. Nothing was charged.",
    instance: null,
    retry_after_seconds: null,
  };
}

/** Throws what is neither. */
export function unreadBecause(error: unknown): Unread {
  if (error instanceof TextRefused) return "too_complex";
  if (retryMsOf(error) !== undefined) return "busy";
  throw error;
}
