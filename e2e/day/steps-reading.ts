import { z } from "zod";
import { agentRoutes, api, askRoutes, basketRoutes, routes, updateRoutes } from "../../lib/routes.ts";
import { type Scene, type Step, words } from "./scene.ts";
import { Fault } from "./tab.ts";

/** Whatever is looked at without paying: pages, and what they ask for later. Owned things open, others don't. */
export const readingSteps: readonly Step[] = [
  { name: "desk", weight: 2, run: async ({ tab }) => void (await tab.page(routes.desk())) },
  { name: "find documents", weight: 3, run: findDocuments },
  { name: "issuer", weight: 2, run: async ({ tab, document }) => void (await tab.page(routes.issuer(document.code))) },
  { name: "open document", weight: 6, run: async (scene) => void (await open(scene, routes.document)) },
  { name: "read section", weight: 10, run: readSection },
  { name: "turn pages", weight: 6, run: turnPages },
  { name: "original", weight: 4, run: openOriginal },
  { name: "figures", weight: 4, run: openFigures },
  { name: "changes", weight: 5, run: openChanges },
  { name: "library", weight: 4, run: openLibrary },
  { name: "ledger", weight: 3, run: openLedger },
  { name: "account", weight: 2, run: openAccount },
  { name: "search page", weight: 3, run: openSearch },
  { name: "news", weight: 2, run: openNews },
  { name: "follow", weight: 2, run: follow },
  { name: "not there", weight: 1, run: openNothing },
];

/** Documents without text have their pages too; one that can't be delivered yet may say that there is no such place. */
async function open({ tab, document }: Scene, address: (id: string) => string): Promise<string> {
  return tab.page(address(document.id));
}

async function findDocuments({ tab, random, document }: Scene): Promise<void> {
  await tab.page(routes.documents({ since: "2000-01-01" }));
  const query = { timeline_since: "2000-01-01", limit: 20 + random.below(80) };
  await tab.get(api.timeline(query));
  await tab.get(api.ownedMany([document.id, "NO-SUCH-DOCUMENT"]));
  await tab.get(api.free(`/v1/issuers/search?q=${encodeURIComponent(document.code)}`));
}

const Pieces = z.object({ html: z.record(z.string(), z.string()) });

async function readSection({ tab, random, document, owner }: Scene): Promise<void> {
  const { id, sections } = document;
  if (sections.length === 0) return;
  const section = random.pick(sections).id;
  const isOwned = owner.holdings.hasText(id, section);
  await tab.page(routes.section(id, section));
  const asked = await tab.get(api.readingText(id, section, [section]), isOwned ? [200] : [200, 404]);
  if (isOwned && Object.keys(Pieces.parse(JSON.parse(asked.text)).html).length === 0)
    throw new Fault(`no text of ${id} ${section}, which is owned`);
  const place = { document_id: id, section_id: section, page_number: null, title: null, issuer_name: null };
  await tab.send("PUT", api.reading(), { ...place, place: section, fraction: random.fraction() }, [204]);
  await tab.get(api.owned(id));
}

async function turnPages({ tab, random, document, owner }: Scene): Promise<void> {
  const { id, pageCount } = document;
  if (pageCount === 0) return;
  const page = 1 + random.below(pageCount);
  await tab.page(routes.page(id, page));
  const isOwned = owner.holdings.hasPage(id, page);
  const image = await tab.get(api.ownedPage(id, page), isOwned ? [200] : [200, 404]);
  if (isOwned && !(image.headers.get("content-type") ?? "").startsWith("image/"))
    throw new Fault(`page ${page} of ${id} is owned and is no image`);
  await tab.get(api.ownedPagePreview(id, page), isOwned ? [200] : [200, 404]);
}

async function openOriginal({ tab, random, document, owner }: Scene): Promise<void> {
  const { id, originals } = document;
  if (originals.length === 0) return;
  const original = random.pick(originals);
  await tab.page(routes.original(id, original));
  await tab.get(api.ownedOriginal(id, original), owner.holdings.hasOriginal(id, original) ? [200] : [200, 404]);
}

async function openFigures({ tab, random, document }: Scene): Promise<void> {
  await tab.page(routes.figures(document.id));
  await tab.get(api.figuresFile(document.id, { format: random.pick(["csv", "xlsx"]) }), [200, 404]);
  await tab.page(routes.comparedFigures());
  await tab.get(api.comparedFile(), [200, 404]);
}

async function openChanges({ tab, random, document }: Scene): Promise<void> {
  await tab.page(routes.changes(document.id));
  await tab.get(api.changes(document.id), [200, 404, 409]);
  if (document.sections.length > 0)
    await tab.page(routes.changes(document.id, { section: random.pick(document.sections).id }));
}

async function openLibrary({ tab, random, document }: Scene): Promise<void> {
  await tab.page(routes.library());
  await tab.get(api.library({ q: random.pick(words), document: random.happens(0.5) ? document.id : undefined }));
  if (random.happens(0.05)) await tab.get(api.libraryExport());
}

async function openLedger({ tab, random }: Scene): Promise<void> {
  await tab.page(routes.ledger());
  await tab.get(api.ledger({ limit: 1 + random.below(50) }));
  await tab.get(api.librarySummary());
  if (random.happens(0.3)) await tab.get(api.ledgerCsv());
}

async function openAccount({ tab, random }: Scene): Promise<void> {
  await tab.page(routes.account());
  await tab.page(agentRoutes.page());
  const confirm_at = 1 + random.below(20);
  await tab.send("PUT", api.budget(), { daily_cap: null, monthly_cap: null, confirm_at });
}

async function openSearch({ tab, random }: Scene): Promise<void> {
  const question = { query: random.pick(words), match_type: "lexical" };
  await tab.page(routes.search({ q: question.query, match: question.match_type }));
  await tab.get(api.ownedAnswer({ kind: "search_documents", ...question }));
  const saved = { target: "documents", query: question.query, address_query: "" };
  await tab.send("POST", api.savedSearches(), saved, [201, 409]);
}

async function openNews({ tab, random, owner }: Scene): Promise<void> {
  await tab.page(routes.newsList());
  const known = owner.newsIds.length > 0;
  await tab.page(routes.news(known ? random.pick(owner.newsIds) : "no-such-news"), known ? [200] : [404]);
}

async function follow({ tab, random, document }: Scene): Promise<void> {
  const { code } = document;
  if (random.happens(0.3)) await tab.send("DELETE", api.watches({ security_code: code }), undefined, [204]);
  else await tab.send("PUT", api.watches(), { security_code: code, name: null, name_en: null }, [204]);
  await tab.get(updateRoutes.feeds());
  await tab.get(api.credits());
}

async function openNothing({ tab, random }: Scene): Promise<void> {
  const paths = [
    routes.document("NO-SUCH-DOCUMENT"),
    routes.section("NO-SUCH-DOCUMENT", "nothing"),
    askRoutes.answer("ans_none"),
    askRoutes.shared("none"),
    routes.receipt("none"),
    "/no-such-page",
  ];
  await tab.page(random.pick(paths), [404, 200]);
  await tab.page(basketRoutes.page({ line: "nonsense" }));
}
