import type { EndpointName, EndpointResponse } from "../../lib/contract/endpoints.ts";
import type { CallInput } from "./input.ts";
import { ownProblem, type Problem } from "./problem.ts";
import type { Result, Success } from "./result.ts";

export type ListName = {
  [N in EndpointName]: [EndpointResponse<N>] extends [never]
    ? never
    : EndpointResponse<N> extends { readonly next_cursor: string | null }
      ? N
      : never;
}[EndpointName];

export type PageOf<N extends ListName> = EndpointResponse<N> & { readonly next_cursor: string | null };

/**
 * The pages of a list, one answer after the other, until there is no next one, the caller breaks off, or a problem
 * comes, which is the last thing. `ask` gets the credits that the pages before have left.
 */
export async function* pagesOf<N extends ListName>(
  input: CallInput<N>,
  maxCredits: number,
  ask: (input: CallInput<N>, creditsLeft: number, page: number) => Promise<Result<PageOf<N>>>,
): AsyncGenerator<Result<PageOf<N>>, void, undefined> {
  const seen = new Set<string>();
  let left = maxCredits;
  let asked = input;
  for (let number = 1; ; number++) {
    const page = await ask(asked, left, number);
    yield page;
    if (!page.ok || page.value.next_cursor === null) return;
    const { next_cursor } = page.value;
    if (seen.has(next_cursor)) {
      yield { ok: false, problem: circle(page), charged: 0 };
      return;
    }
    seen.add(next_cursor);
    // A service that does not say what it charged has charged the price.
    left -= page.charged ?? left;
    asked = { ...input, cursor: next_cursor };
  }
}

function circle(page: Success<unknown>): Problem {
  return ownProblem("unreadable_answer", "The list's cursors go round in a circle.", page.requestId);
}
