import { AsyncLocalStorage } from "node:async_hooks";

/** What a page tells the server about its own answer while it is rendered. */
export interface AnswerTraits {
  /** It shows a form's token or a recovery code. */
  holdsSecret: boolean;
  /** It carries the script that hides it until the session has answered, where the browser kept it. */
  asksSession: boolean;
}

const answerTraits = new AsyncLocalStorage<AnswerTraits>();

export function withTraits<T>(work: (traits: AnswerTraits) => T): T {
  const traits: AnswerTraits = { holdsSecret: false, asksSession: false };
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
