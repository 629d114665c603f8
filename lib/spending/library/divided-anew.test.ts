import { expect, test } from "vitest";
import type { Publication, PublicationSection } from "../../../service/domain/publishing/publication.ts";
import { makePublication, makeSection } from "../../../service/domain/publishing/testing/make-publication.ts";
import { createHarness } from "../../../service/testing/harness.ts";
import { DocumentId } from "../../contract/ids.ts";
import { sectionTree } from "../../text/toc/section-tree.ts";
import { visibleWords } from "../../text/toc/visible-words.ts";
import { PurchaseService } from "../engine/purchase-service.ts";
import type { SpendingDeps } from "../ports.ts";
import { loadOwnedSections } from "../pricing/owned-sections.ts";
import { isOwned } from "../pricing/section-plan.ts";
import { ann, at, inTime, restart } from "../testing/purchase-setup.ts";
import type { SinglePurchase } from "../wire.ts";
import { SectionTexts } from "./section-texts.ts";

/** A real service publishes the document again, by a reader that divides it otherwise; somebody bought of it before. */
const documentId = "AGAIN";
const words = (of: string) => `${of}についての段落です。${of}の額は36百万円であり、前の期より増えました。`;
const plain = (title: string) => `**${title}**\n\n${words(title)}\n\n`;
const head = (marks: string, title: string) => `${marks} ${title}\n\n${words(title)}\n\n`;

/** The notes and their parts are plain lines within the sections of the first reader. */
const first: PublicationSection[] = [
  {
    ...makeSection("a", ""),
    title: "概況",
    markdown: `# 概況\n\n${words("概況")}\n\n${plain("沿革")}${plain("従業員")}`,
  },
  {
    ...makeSection("b", ""),
    title: "注記",
    markdown: `# 注記\n\n${plain("株主")}${plain("役員")}${plain("配当")}`,
  },
  { ...makeSection("c", ""), title: "設備", markdown: head("#", "設備") },
];
const part = (id: string, title: string, parent: string | null) => ({
  ...makeSection(id, "", { title, level: parent === null ? 1 : 2, parentSectionId: parent }),
  markdown: head(parent === null ? "#" : "##", title),
});
const second: PublicationSection[] = [
  part("n1", "概況", null),
  part("n2", "沿革", "n1"),
  part("n3", "従業員", "n1"),
  { ...makeSection("n4", "", { title: "注記" }), markdown: "# 注記\n\n" },
  part("n5", "株主", "n4"),
  part("n6", "役員", "n4"),
  part("n7", "配当", "n4"),
  part("n8", "設備", null),
];
/** Otherwise again: notes are no parts, and two are one. */
const third: PublicationSection[] = [
  ...second.slice(0, 3).map((each) => ({ ...each, sectionId: `t${each.sectionId}`, parentSectionId: null, level: 1 })),
  { ...makeSection("t4", "", { title: "注記" }), markdown: `# 注記\n\n${plain("株主")}${plain("役員")}` },
  part("t7", "配当", null),
  part("t8", "設備", null),
];

type Issuer = Partial<Pick<Publication, "securityCode" | "issuerName">>;

async function begin(issuer?: Issuer) {
  restart({});
  const harness = await createHarness();
  const publish = (sections: PublicationSection[], of: Issuer = {}) =>
    harness.publisher.publishDocument(makePublication({ documentId, sections, ...of }));
  const id = DocumentId.parse(documentId);
  const tocNow = () => harness.client.get("getToc", { document_id: id });
  await publish(first, issuer);
  const { deps, rows } = at.app;
  // The service answers before the clock of the simulation moves on.
  const answers = new Map<string, Buffer>();
  let toc = await tocNow();
  const charges: string[] = [];
  const look = async () => {
    toc = await tocNow();
    const wanted = [undefined, ...toc.toc.map((each) => [each.section_id])];
    for (const sections of wanted) {
      const answer = await harness.client.call("getContent", { document_id: id, sections });
      answers.set(sections?.join() ?? "", Buffer.from(answer.bytes));
    }
  };
  await look();
  const answered = async <T>(value: T) => ({
    value,
    headers: { balance: null, reset: null, retentionSeconds: 2_592_000, requestsLeft: null, fromService: true },
  });
  const reads: SpendingDeps["reads"] = { ...deps.reads, toc: async () => answered(toc) };
  const upstream: SpendingDeps["upstream"] = {
    async send({ target }) {
      const wanted = new URL(target, "http://service").searchParams.getAll("sections").join();
      charges.push(toc.toc.find((each) => each.section_id === wanted)?.title ?? "");
      const headers: Record<string, string> = {
        "content-type": "application/json",
        "x-credits-charged": "2",
        "x-idempotency-retention": "2592000",
      };
      const body = answers.get(wanted);
      if (body === undefined) throw new Error(`nothing for ${wanted}`);
      return {
        status: 200,
        header: (name) => headers[name.toLowerCase()] ?? null,
        body: (async function* () {
          yield body;
        })(),
        abort: () => undefined,
      };
    },
  };
  const service = new PurchaseService({ ...deps, reads, upstream }, rows);
  /** Sections by their titles, or the whole document. */
  const action = (titles: readonly string[]): SinglePurchase => {
    if (titles.length === 0) return { kind: "content", document_id: documentId };
    const ids = toc.toc.filter(({ title }) => titles.includes(title ?? "")).map((each) => each.section_id);
    return { kind: "sections", document_id: documentId, sections: ids };
  };
  const quote = (...titles: readonly string[]) => inTime(service.quote(ann, action(titles)));
  return {
    charges,
    quote,
    async buy(...titles: readonly string[]) {
      const { token, price } = await quote(...titles);
      await inTime(service.confirm(ann, { token, max_credits: price.max }));
    },
    async readAnew(sections: PublicationSection[], of?: Issuer) {
      await publish(sections, of);
      await look();
    },
    /** What is owned by the titles of now, each read whole. */
    async owned() {
      const row = await inTime(rows.artifacts.snapshot(ann.ownerId, ann.upstream, documentId));
      // As a page that shows the document notes it.
      if (row !== undefined) await inTime(rows.artifacts.putSnapshot({ ...row, toc: JSON.stringify(toc) }));
      const { ids } = await inTime(loadOwnedSections(rows, ann.ownerId, ann.upstream, documentId));
      const whole = await inTime(rows.artifacts.contentOf(ann.ownerId, ann.upstream, documentId));
      const tree = sectionTree(toc.toc);
      const texts = new SectionTexts(deps, rows, ann, documentId, tree);
      const titles: string[] = [];
      for (const node of tree.nodes) {
        if (!isOwned(node, { whole: whole !== undefined, owned: ids })) continue;
        titles.push(node.title ?? "");
        const found = await inTime(texts.textOf(node.id));
        const answer: { content: string } = JSON.parse(answers.get(node.id)?.toString() ?? "{}");
        expect(visibleWords(found?.content ?? ""), node.title ?? "").toBe(visibleWords(answer.content));
      }
      return titles;
    },
  };
}

test("a section whose heading had been a plain line in a bought one is owned, read and never charged again", async () => {
  const { charges, quote, buy, readAnew, owned } = await begin();
  await buy("概況");
  expect(await owned()).toEqual(["概況"]);
  await readAnew(second);
  expect(await owned()).toEqual(["概況", "沿革", "従業員"]);
  const all = await quote("概況", "沿革", "従業員");
  expect(all).toMatchObject({ price: { min: 0, max: 0 } });
  expect(charges).toEqual(["概況"]);
  // What is bought next is bought by the outline of now, and both count in the one after it.
  await buy("株主");
  await buy("役員");
  expect(charges).toEqual(["概況", "株主", "役員"]);
  await readAnew(third);
  expect(await owned()).toEqual(["概況", "沿革", "従業員", "注記"]);
  await buy("配当");
  await readAnew(second);
  expect(await owned()).toEqual(["概況", "沿革", "従業員", "注記", "株主", "役員", "配当"]);
  expect(charges).toEqual(["概況", "株主", "役員", "配当"]);
});

test("sections that were bought apart are owned where they are one now, and a document that was bought whole is read by its new sections", async () => {
  const apart = await begin();
  await apart.readAnew(second);
  await apart.buy("注記");
  await apart.readAnew(third);
  expect(await apart.owned()).toEqual(["注記", "配当"]);
  await apart.readAnew(first);
  expect(await apart.owned()).toEqual(["注記"]);
  expect(apart.charges).toEqual(["注記"]);

  const whole = await begin();
  await whole.buy();
  await whole.readAnew(second);
  expect(await whole.owned()).toEqual(["概況", "沿革", "従業員", "注記", "株主", "役員", "配当", "設備"]);
  expect(whole.charges).toHaveLength(1);
});

test("an issuer whose name changes, and whose code becomes known later, costs nothing again, divided anew or not", async () => {
  const { charges, quote, buy, readAnew, owned } = await begin({ securityCode: null, issuerName: "見本" });
  await buy("概況");
  await readAnew(first, { securityCode: null, issuerName: "見本株式会社" });
  expect(await owned()).toEqual(["概況"]);
  await buy("注記");
  await readAnew(first, { securityCode: "9A01", issuerName: "見本株式会社" });
  expect(await owned()).toEqual(["概況", "注記"]);
  expect(await quote("概況", "注記")).toMatchObject({ price: { min: 0, max: 0 } });
  await readAnew(second, { securityCode: "9A01", issuerName: "見本ホールディングス" });
  expect(await owned()).toEqual(["概況", "沿革", "従業員", "注記", "株主", "役員", "配当"]);
  expect(charges).toEqual(["概況", "注記"]);
  expect((await quote("設備")).price.max).toBeGreaterThan(0);
});

test("a heading whose parts were all bought is owned with them where it is one section again", async () => {
  const { charges, quote, buy, readAnew, owned } = await begin();
  await readAnew(second);
  for (const title of ["株主", "役員"]) await buy(title);
  await readAnew(first);
  expect(await owned()).toEqual([]);
  await readAnew(second);
  expect(await owned()).toEqual(["株主", "役員"]);
  await buy("配当");
  expect(await owned()).toEqual(["注記", "株主", "役員", "配当"]);
  await readAnew(first);
  expect(await owned()).toEqual(["注記"]);
  expect(await quote("注記")).toMatchObject({ price: { min: 0, max: 0 } });
  expect(charges).toEqual(["株主", "役員", "配当"]);
});

test("a heading alone costs nothing where something of its document was bought, and is no reason to own its section", async () => {
  const { buy, readAnew, owned } = await begin();
  await readAnew(second);
  await buy("設備");
  await readAnew(first);
  expect(await owned()).toEqual(["設備"]);
});

test("what stands under another heading since has that heading, and costs nothing again", async () => {
  const { readAnew, buy, owned } = await begin();
  await buy("設備");
  const [a, b, c] = first;
  if (a === undefined || b === undefined || c === undefined) throw new Error("three sections");
  const renamed = { ...c, title: "設備の状況", markdown: `# 設備の状況\n\n${words("設備")}\n\n` };
  await readAnew([a, b, renamed]);
  expect(await owned()).toEqual(["設備の状況"]);
});

test("words that are new in a section are not owned", async () => {
  const { quote, buy, readAnew, owned } = await begin();
  await buy("概況");
  const added = second.map((each) =>
    each.sectionId === "n2" ? { ...each, markdown: `${each.markdown}新たに工場を建てました。\n\n` } : each,
  );
  await readAnew(added);
  expect(await owned()).toEqual(["従業員"]);
  expect((await quote("沿革")).price.max).toBeGreaterThan(0);
});
