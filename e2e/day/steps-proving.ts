import { z } from "zod";
import { api, routes } from "../../lib/routes.ts";
import { buy, ownedWords, type Scene, type Step } from "./scene.ts";
import { Fault } from "./tab.ts";

/** Receipts and quotes: free, and true for what is owned. */
export const provingSteps: readonly Step[] = [
  { name: "receipt", weight: 5, run: issueReceipt },
  { name: "check quotes", weight: 6, run: checkQuotes },
  { name: "ask the service", weight: 1, run: askService },
  { name: "read and prove", weight: 3, run: readAndProve },
  { name: "open receipt", weight: 3, run: openReceipt },
  { name: "check page", weight: 1, run: async ({ tab }) => void (await tab.page(routes.check())) },
];

const Issued = z.object({ receipt_id: z.string() });

async function issueReceipt(scene: Scene): Promise<void> {
  const { tab, document, owner } = scene;
  const found = await ownedWords(scene);
  if (found === undefined) return;
  const selection = { document_id: document.id, section_id: found.sectionId, quote: found.quote, before: "" };
  const { text } = await tab.send("POST", api.receipts(), selection, [201]);
  owner.receiptIds.push(Issued.parse(JSON.parse(text)).receipt_id);
}

const Checked = z.object({ checked: z.array(z.object({ verdict: z.string() })) });

async function checkQuotes(scene: Scene): Promise<void> {
  const { tab, document, random } = scene;
  const found = await ownedWords(scene);
  const quotes = [
    { document_id: document.id, quote: found?.quote ?? "鑿の言葉はここに無い" },
    { document_id: document.id, quote: `鑿の言葉${random.below(1_000)}はどこにも書かれていない` },
  ];
  const { text } = await tab.send("POST", api.checkQuotes(), { quotes });
  const [true_, false_] = Checked.parse(JSON.parse(text)).checked.map(({ verdict }) => verdict);
  if (found !== undefined && true_ !== "found" && true_ !== "ambiguous")
    throw new Fault(`${true_}: words of owned text of ${document.id}: ${found.quote}`);
  if (false_ === "found" || false_ === "ambiguous") throw new Fault(`invented words are ${false_} in ${document.id}`);
}

/** A document that is owned whole is read, a quote of it checked, and it is read again. */
async function readAndProve(scene: Scene): Promise<void> {
  const { tab, random, document } = scene;
  if (document.sections.length === 0) return;
  await buy(scene, tab, { kind: "content", document_id: document.id });
  const address = routes.section(document.id, random.pick(document.sections).id);
  await tab.page(address);
  await checkQuotes(scene);
  await tab.page(address);
}

/** Counted and limited by the service. */
async function askService({ tab, document }: Scene): Promise<void> {
  const quote = { document_id: document.id, quote: "当社グループの売上高は前年度に比べて増加しました" };
  await tab.send("POST", api.askService(), quote, [200, 404, 409, 422, 429]);
}

/** One's own, or that of somebody who has given its link. */
async function openReceipt({ tab, random, owner, others }: Scene): Promise<void> {
  const known = [owner, ...others].flatMap(({ receiptIds }) => receiptIds);
  if (known.length === 0) return;
  const receipt = random.pick(known);
  await tab.page(routes.receipt(receipt));
  await tab.get(api.receiptFile(receipt));
}
