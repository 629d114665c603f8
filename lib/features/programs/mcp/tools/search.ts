import { z } from "zod";
import { readTolerantly } from "../../../../contract/tolerant.ts";
import { matchTypes } from "../../../../contract/vocabulary.ts";
import { questionUnit } from "../../../../spending/kinds/questions.ts";
import { storedAnswer } from "../../../../spending/library/owned.ts";
import { parseSingle } from "../../../../spending/pricing/actions.ts";
import { readerOf } from "../../../../spending/programs/agent-call.ts";
import { type Found, pageOfList, short } from "../../../../spending/programs/answer.ts";
import { obtain } from "../../../../spending/programs/obtain.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { day, maxCredits, page, taskId, tool } from "../../../../spending/programs/tool.ts";
import type { StoredAnswer } from "../../../../spending/wire.ts";

const input = z.object({
  query: z.string().min(1).max(1_000),
  in: z.enum(["documents", "news"]).default("documents"),
  match_type: z.enum(matchTypes).optional(),
  security_codes: z.array(z.string().max(10)).max(20).optional(),
  document_types: z.array(z.string().max(80)).max(20).optional(),
  since: day.optional(),
  until: day.optional(),
  top_k: z.int().min(1).max(50).default(10),
  max_credits: maxCredits,
  task_id: taskId,
  page,
});
type Asked = z.infer<typeof input>;

export const search = tool({
  name: "search",
  title: "Search filings or news",
  description:
    "Costs credits (1 by the interface), at most max_credits. Hits with passages. The same search again is answered from the library for 0, with the date of its answer. not_searchable_yet counts new filings within the filter that this search could not find yet.",
  cost: "paid",
  readOnly: false,
  input,
  async run(call, asked): Promise<Found> {
    const action = parseSingle(rawAction(asked));
    if (action.kind !== "search_documents" && action.kind !== "search_news")
      throw new Error("another kind of question");
    const unit = questionUnit(action);
    const known = await storedAnswer(call.deps, call.rows, readerOf(call), unit);
    if (known !== null && known.unreadable === null) return shown(asked, known, { charged: 0 });
    if (asked.max_credits === 0) {
      throw new ToolRefusal("not_owned", "This search was never made. Name what it may cost as max_credits.");
    }
    const { charged, price } = await obtain(call, action, asked);
    const answer = await storedAnswer(call.deps, call.rows, readerOf(call), unit);
    if (answer === null || answer.unreadable !== null) {
      const detail =
        "The search was made and is stored, and its answer can't be read. The owner sees it in the library.";
      throw new ToolRefusal("unreadable", detail, { price, facts: { charged } });
    }
    return shown(asked, answer, { charged, price });
  },
});

function rawAction(asked: Asked): unknown {
  const { query, match_type, security_codes, document_types, since, until, top_k } = asked;
  const common = {
    ...{ query, match_type, security_codes, top_k },
    timeline_since: since,
    timeline_until: until,
  };
  if (asked.in === "news") return { kind: "search_news", input: common };
  return { kind: "search_documents", input: { ...common, document_types, include_snippet: true } };
}

function shown(asked: Asked, answer: StoredAnswer, bill: Pick<Found, "charged" | "price">): Found {
  const hits: readonly object[] = asked.in === "news" ? newsHits(answer.value) : documentHits(answer.value);
  const { items, ...paging } = pageOfList(hits, asked.page);
  const behind = answer.search_behind === 0 ? {} : { not_searchable_yet: answer.search_behind };
  return { facts: { asked_at: answer.stored_at, ...behind, hits: items, ...paging }, taskId: asked.task_id, ...bill };
}

function documentHits(value: unknown) {
  const read = readTolerantly("searchDocuments", value);
  const hits = "unreadable" in read ? [] : read.value.hits;
  return hits.map((hit) => ({
    document_id: hit.document.document_id,
    document: short(hit.document.title, 120),
    issuer: short(hit.document.issuer_name, 80),
    at: hit.document.timeline_at,
    section_id: hit.section_id,
    section: short(hit.section_title, 120),
    untrusted_passage: short(hit.snippet?.text, 1_200),
    superseded_by: hit.document.superseded_by_document_id,
  }));
}

function newsHits(value: unknown) {
  const read = readTolerantly("searchNews", value);
  const hits = "unreadable" in read ? [] : read.value.hits;
  return hits.map(({ news }) => ({
    news_id: news.news_id,
    title: short(news.title, 160),
    untrusted_passage: short(news.statement, 1_200),
    at: news.observed_at,
    security_codes: news.security_codes.slice(0, 10),
    references: news.references.slice(0, 5).map(({ document_id, section_id, page_number }) => ({
      ...{ document_id, section_id, page_number },
    })),
  }));
}
