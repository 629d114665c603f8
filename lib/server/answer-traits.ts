import { AsyncLocalStorage } from "node:async_hooks";

/** A page tells the server this about its own answer while it is rendered. */
export interface AnswerTraits {
  /** It carries the script that hides it until the session has answered, where the browser kept it. */
  asksSession: boolean;
}

const answerTraits = new AsyncLocalStorage<AnswerTraits>();

export function withTraits<T>(work: (traits: AnswerTraits) => T): T {
  const traits: AnswerTraits = { asksSession: false };
  return answerTraits.run(traits, () => work(traits));
}

export function noteSessionAsked(): void {
  const traits = answerTraits.getStore();
  if (traits !== undefined) traits.asksSession = true;
}
