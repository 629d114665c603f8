import type { SeededRandom } from "../../lib/spending/simulation/environment.ts";
import { pickAction, words } from "../day/scene.ts";
import { questions } from "../day/steps-asking.ts";
import type { RawRequest } from "./give-up.ts";
import type { Household } from "./household.ts";
import { callTool, protocolRequest } from "./tool-call.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** What a program would send to each of the tools; one that the door lists and this table lacks is a fault. */
const argumentsOf: Readonly<
  Record<string, (household: Household, random: SeededRandom) => Arguments | Promise<Arguments>>
> = {
  find: ({ documents }, random) => ({ security_codes: [random.pick(documents).code] }),
  outline: ({ documents }, random) => ({ document_id: random.pick(documents).id }),
  owned: ({ documents }, random) => ({ document_id: random.pick(documents).id }),
  read: ({ documents }, random) => {
    const { id, sections } = random.pick(documents.filter((each) => each.sections.length > 0));
    return { document_id: id, section_id: random.pick(sections).id, max_credits: 8 };
  },
  search: (_, random) => ({ query: random.pick(words), match_type: "lexical", max_credits: 1 }),
  page_image: ({ documents }, random) => {
    const { id, pageCount } = random.pick(documents.filter((each) => each.pageCount > 0));
    return { document_id: id, page_number: 1 + random.below(pageCount), max_credits: 1 };
  },
  check_draft: ({ ids, quote }) => ({ quotes: [{ document_id: ids["documentId"], quote }], max_credits: 0 }),
  plan: ({ documents }, random) => ({ action: pickAction({ random, document: random.pick(documents) }) }),
  async confirm({ programs, token, documents }, random) {
    const action = pickAction({ random, document: random.pick(documents) });
    const { quote, money } = await callTool(programs.webUrl, token, "plan", { action });
    return { quote: quote ?? "of what is not sold", max_credits: money.price_max ?? 0 };
  },
  ask: ({ documents }, random) => ({
    question: random.pick(questions),
    security_codes: [random.pick(documents).code],
    max_credits: random.below(4),
  }),
  task: (_, random) => ({ action: "open", title: "Task", budget: random.below(10) }),
  ledger: () => ({}),
};

export async function toolRequest(household: Household, name: string, random: SeededRandom): Promise<RawRequest> {
  const args = argumentsOf[name];
  if (args === undefined) throw new Error(`the tool ${name} has no plausible arguments in e2e/impatient/tools.ts`);
  const { programs, token } = household;
  return protocolRequest(programs.webUrl, token, "tools/call", { name, arguments: await args(household, random) });
}
