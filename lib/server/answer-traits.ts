import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { renderedTexts, renderedValues } from "../page-text/page-text.ts";

/** What a page tells the server about its own answer while it is rendered. */
export interface AnswerTraits {
  /** It shows a form's token or a recovery code. */
  holdsSecret: boolean;
  /** It carries the script that hides it until the session has answered, where the browser kept it. */
  asksSession: boolean;
  /** Ids of the texts that it writes into its HTML. */
  readonly texts: string[];
  /** The answer has ended, in whatever way: nobody reads what is still rendered. */
  hasEnded: boolean;
}

const answerTraits = new AsyncLocalStorage<AnswerTraits>();

export function withTraits<T>(work: (traits: AnswerTraits) => T): T {
  const traits: AnswerTraits = { holdsSecret: false, asksSession: false, texts: [], hasEnded: false };
  return answerTraits.run(traits, () => work(traits));
}

/**
 * Called before a page shows a secret. Such a page is neither compressed nor kept: from the length of compressed
 * answers that also show text of somebody else's choice, a secret could be guessed letter by letter (BREACH).
 */
export function noteSecretInPage(): void {
  const traits = answerTraits.getStore();
  if (traits !== undefined) traits.holdsSecret = true;
}

export function noteSessionAsked(): void {
  const traits = answerTraits.getStore();
  if (traits !== undefined) traits.asksSession = true;
}

/** Keeps a text while its page is rendered; undefined outside of an answer, and where its reader has gone meanwhile. */
export function notePageText(text: string, value?: unknown): string | undefined {
  const traits = answerTraits.getStore();
  if (traits === undefined || traits.hasEnded) return undefined;
  const id = `text-${randomBytes(6).toString("base64url")}`;
  traits.texts.push(id);
  renderedTexts().set(id, text);
  if (value !== undefined) renderedValues().set(id, value);
  return id;
}

/** Called when the answer has ended and nothing of it is rendered any more. */
export function forgetPageTexts(traits: AnswerTraits): void {
  for (const id of traits.texts) {
    renderedTexts().delete(id);
    renderedValues().delete(id);
  }
}
