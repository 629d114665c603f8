/**
 * Databases made before both engines had one list of steps recorded steps of their own. Each stands for steps of the
 * list, which are not applied again.
 */
const standFor: Readonly<Record<string, readonly string[]>> = {
  "tables-1": [
    ...["owners-1", "sessions-1", "sessions-2", "watches-1", "reading-1", "first-reads-1", "saved-searches-1"],
    ...["receipts-1", "purchases-1", "ledger-order-1", "illustrations-1", "reads-1", "found-sections-1", "figures-1"],
    ...["updates-1", "feeds-1", "webhooks-1", "agents-1", "baskets-1", "dossiers-1", "answers-1"],
  ],
  "lists-1": ["cards-2", "updates-2", "baskets-2"],
};
/** A step of this name in the list is only a part of what such a database did under it. */
const alsoDone: Readonly<Record<string, readonly string[]>> = { "runners-1": ["baskets-3"] };

export const earlierSteps: readonly string[] = Object.keys(standFor);

/** The steps of the list that a database of earlier steps has, besides those that it recorded. */
export function stepsDoneBy(recorded: ReadonlySet<string>): readonly string[] {
  if (!recorded.has("tables-1")) return [];
  const done = Object.entries({ ...standFor, ...alsoDone }).flatMap(([step, ids]) => (recorded.has(step) ? ids : []));
  return done.filter((id) => !recorded.has(id));
}
