import { foldText } from "../../../lib/text/format/fold.ts";
import type { MatchedRow } from "../core/evidence.ts";
import { type EvidenceToken, type WeighedTokens, weighTokens } from "../core/evidence-candidates.ts";
import { type EvidenceSettings, evidenceSettings } from "../core/evidence-settings.ts";
import { find, lexicalSnippet, readAsked } from "../core/find.ts";
import { GatheredCorpus, type GatheredSection } from "../core/gathered-corpus.ts";
import type { Glossary } from "../core/glossary.ts";
import { lexicalTerms } from "../core/query.ts";
import type { Question } from "../core/question.ts";
import { rounded } from "../core/ranking.ts";
import { type Selected, select } from "../core/select.ts";
import type { Snippet } from "../core/snippet.ts";
import { inField } from "../core/tokens.ts";
import { type EngineHit, hitsOf, hitsOfEach, scoreOf } from "./answers.ts";
import type { EngineClient } from "./client.ts";
import { type Facts, IndexFacts } from "./facts.ts";
import { type Filter, fieldsQuery, filtersOf, passagesQuery, termsQuery } from "./queries.ts";

export interface Wanted extends Filter {
  readonly query: string;
  readonly matchType: string;
  readonly topK: number;
}

export interface FoundHit {
  readonly documentId: string;
  readonly sectionId: string;
  readonly score: number;
  readonly snippet: () => Snippet | null;
  readonly alsoIn: readonly { readonly documentId: string; readonly sectionId: string }[];
  readonly row: MatchedRow | null;
}

/** Which of these the catalog delivers now. */
export type Deliverable = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Passages that the ranking looks at again, and sections that only a title, a name or a row speaks for. */
const passagesMin = 50;
const sectionsByField = 16;
/** Withdrawn, repeated and amended passages leave room: more are asked for than are answered. */
const spare = (topK: number) => topK * 2 + 24;
const resultsMax = 10_000;
/** A section may have many rows, which keyword searches do not show. Elsewhere all is asked for: to leave out a part costs the engine more. */
const sectionSource = ["document", "at", "place", "section", "issuer", "periodEnd", "amends", "head", "texts"];
const noWork = { text: new Set<number>(), fields: new Set<number>() };
const firstField = inField(0);

/** Searches one index: the engine finds, this ranks. */
export class EngineSearch {
  readonly #client: EngineClient;
  readonly #index: string;
  readonly #timeoutMs: number;
  readonly #settings: EvidenceSettings;
  readonly #deliverable: Deliverable;
  readonly facts: IndexFacts;

  constructor(
    client: EngineClient,
    index: string,
    timeoutMs: number,
    deliverable: Deliverable,
    settings = evidenceSettings,
  ) {
    this.#deliverable = deliverable;
    this.#client = client;
    this.#index = index;
    this.#timeoutMs = timeoutMs;
    this.#settings = settings;
    this.facts = new IndexFacts(client, index);
  }

  async search(wanted: Wanted, glossary: () => Glossary, signal: AbortSignal): Promise<readonly FoundHit[]> {
    signal.throwIfAborted();
    return wanted.matchType === "lexical"
      ? this.#byTerms(wanted, signal)
      : this.#byQuestion(wanted, glossary(), signal);
  }

  async #byTerms(wanted: Wanted, signal: AbortSignal): Promise<readonly FoundHit[]> {
    const terms = lexicalTerms(wanted.query);
    // No stored text holds half a character.
    if (terms.length === 0 || terms.some((term) => !term.isWellFormed())) return [];
    const facts = await this.facts.current();
    const answer = await this.#client.call({
      method: "POST",
      path: `/${this.#index}/_search`,
      signal,
      body: this.#request(termsQuery(terms, wanted), Math.min(resultsMax, spare(wanted.topK)), sectionSource),
    });
    const hits = await this.#known(hitsOf(answer).filter((hit) => scoreOf(hit) > 0));
    const isAmended = await this.#amendments(hits, wanted, facts, signal);
    const scores = new Map<string, number>();
    for (const hit of hits) scores.set(keyOf(hit), rounded(scoreOf(hit)));
    const sections = gathered(hits);
    const statistics = { ...facts, frequency: () => 0, issuers: undefined, rest: "", names: [], isAmended };
    const corpus = new GatheredCorpus(sections, statistics, noWork);
    const candidates = corpus.lists.take();
    for (let passage = 0; passage < corpus.passageEnd; passage++) {
      if (corpus.sections[passage] !== passage) continue;
      const { documentId, place } = corpus.section(passage);
      const shown = firstWith(corpus, passage, terms);
      candidates.push(passage, shown, scores.get(`${documentId} ${place}`) ?? 0);
    }
    const accept = (section: number) => wanted.latestOnly !== true || !corpus.isAmended(0, section);
    const selected = select(corpus, candidates, wanted.topK, { accept });
    return selected.map((match) => found(corpus, match, () => lexicalSnippet(corpus, match, terms), null));
  }

  async #byQuestion(wanted: Wanted, glossary: Glossary, signal: AbortSignal): Promise<readonly FoundHit[]> {
    const facts = await this.facts.current();
    const folded = foldText(wanted.query);
    const { issuers, rest, names } = facts.issuersIn(wanted.query);
    const question = readAsked(folded, rest, glossary);
    const wantedTokens = { tokens: [...question.textTokens.keys()], fields: [...question.fieldTokens.keys()] };
    const frequencyIn = await this.facts.frequencies(wantedTokens, facts.passageCount, signal);
    const frequency = (token: number) =>
      token >= firstField ? frequencyIn("fields", token - firstField) : frequencyIn("tokens", token);
    const tokens = weighTokens({ passageCount: facts.passageCount, frequency }, question, this.#settings);
    const hits = [...(await this.#candidates(wanted, question, tokens, issuers, signal))];
    const isOwn = ({ _source: { issuer } }: EngineHit) => issuer !== undefined && issuers.includes(issuer);
    if (issuers.length > 0 ? !hits.some(isOwn) : wanted.securityCodes !== undefined && hits.length === 0)
      hits.push(...(await this.#newest(wanted, issuers, signal)));
    if (hits.length === 0) return [];
    const statistics = {
      ...facts,
      frequency,
      issuers: issuers.length === 0 ? undefined : new Set(issuers),
      rest,
      names,
      isAmended: await this.#amendments(hits, wanted, facts, signal),
    };
    const corpus = new GatheredCorpus(gathered(hits), statistics, {
      text: used(tokens.text),
      fields: used(tokens.fields),
    });
    const request = { ...wanted, settings: this.#settings };
    const answer = find(corpus, corpus.standing(), request, glossary);
    return answer.selected.map((match) => {
      const row = answer.evidence?.bySection.get(match.section)?.row ?? null;
      return found(corpus, match, () => answer.snippetOf(match), row);
    });
  }

  /** One request: passages by their text, those of the issuers or days that are named, and sections by their fields. */
  async #candidates(
    wanted: Wanted,
    question: Question,
    tokens: WeighedTokens,
    issuers: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly EngineHit[]> {
    const size = Math.max(passagesMin, wanted.topK * 4);
    const filters = filtersOf(wanted);
    const byText = (more: readonly object[]) =>
      this.#request(passagesQuery(tokens, question.textTokens, this.#settings, [...filters, ...more]), size, true);
    const searches: object[] = [];
    if (tokens.text.some(({ used: isUsed }) => isUsed)) {
      searches.push(byText([]));
      if (issuers.length > 0) searches.push(byText([{ terms: { issuer: issuers } }]));
      if (this.#settings.dayShare !== 1 && question.days.length > 0) searches.push(byText([onDays(question.days)]));
    }
    if (tokens.fields.some(({ used: isUsed }) => isUsed)) {
      const sections = filtersOf(wanted);
      searches.push(this.#request(fieldsQuery(tokens, sections), sectionsByField, true));
      if (issuers.length > 0) {
        const ofIssuers = [...sections, { terms: { issuer: issuers } }];
        searches.push(this.#request(fieldsQuery(tokens, ofIssuers), sectionsByField, true));
      }
    }
    if (searches.length === 0) return [];
    const answer = await this.#client.call({
      method: "POST",
      path: `/${this.#index}/_msearch`,
      signal,
      body: searches.flatMap((each) => [{}, each]),
    });
    return this.#known(hitsOfEach(answer).flat());
  }

  /** The first passages of the newest documents of issuers, or of all that pass the filters. */
  async #newest(wanted: Wanted, issuers: readonly string[], signal: AbortSignal): Promise<readonly EngineHit[]> {
    const ofIssuers = issuers.length === 0 ? [] : [{ terms: { issuer: issuers } }];
    const first = [{ term: { kind: "passage" } }, { term: { passage: 0 } }];
    const query = { bool: { filter: [...first, ...filtersOf(wanted), ...ofIssuers] } };
    const path = `/${this.#index}/_search`;
    const answer = await this.#client.call({
      method: "POST",
      path,
      signal,
      body: this.#request(query, passagesMin, true),
    });
    return this.#known(hitsOf(answer));
  }

  /** Without what was withdrawn since it was indexed: it leaves its place to the next best. */
  async #known(hits: readonly EngineHit[]): Promise<readonly EngineHit[]> {
    if (hits.length === 0) return hits;
    const known = await this.#deliverable([...new Set(hits.map((hit) => hit._source.document))]);
    return hits.filter((hit) => known.has(hit._source.document));
  }

  #request(query: object, size: number, source: true | readonly string[]): object {
    return {
      query,
      size,
      _source: source,
      timeout: `${this.#timeoutMs}ms`,
      track_total_hits: false,
      // Equal scores: the newest first, so that what is cut off is what would come last.
      // Scores are the first of these: asked for beside them, every match would be scored.
      sort: [{ _score: "desc" }, { at: "desc" }, { document: "desc" }, { place: "asc" }],
    };
  }

  /** With the latest only, a section is left out where an amendment that may be answered holds it anew. */
  async #amendments(
    hits: readonly EngineHit[],
    wanted: Wanted,
    facts: Facts,
    signal: AbortSignal,
  ): Promise<(documentId: string, sectionId: string) => boolean> {
    const amended = [...new Set(hits.map((hit) => hit._source.document))].filter((id) => facts.isAmended(id));
    if (wanted.latestOnly !== true || amended.length === 0) return () => false;
    const answer = await this.#client.call({
      method: "POST",
      path: `/${this.#index}/_search`,
      signal,
      body: {
        ...this.#request(
          { bool: { filter: [{ term: { kind: "document" } }, ...filtersOf(wanted), { terms: { amends: amended } }] } },
          resultsMax,
          ["document", "at", "amends", "sectionIds"],
        ),
        sort: ["_doc"],
      },
    });
    const anew = new Set(
      hitsOf(answer).flatMap(({ _source }) =>
        (_source.sectionIds ?? []).map((sectionId) => `${_source.amends ?? ""} ${sectionId}`),
      ),
    );
    return (documentId, sectionId) => anew.has(`${documentId} ${sectionId}`);
  }
}

const dayMs = 86_400_000;

function onDays(days: readonly string[]): object {
  const ranges = days.map((day) => {
    const from = Date.parse(`${day}T00:00:00+09:00`);
    return { range: { at: { gte: from, lt: from + dayMs } } };
  });
  return { bool: { should: ranges, minimum_should_match: 1 } };
}

const used = (tokens: readonly EvidenceToken[]) =>
  new Set(tokens.filter((each) => each.used).map(({ token }) => token));

const keyOf = ({ _source }: EngineHit) => `${_source.document} ${_source.place}`;

/** Several hits of one section are one section, with the passages of all. */
function gathered(hits: readonly EngineHit[]): GatheredSection[] {
  const sections = new Map<string, GatheredSection>();
  for (const hit of hits) {
    const { _source: source } = hit;
    let section = sections.get(keyOf(hit));
    if (section === undefined) {
      section = {
        documentId: source.document,
        sectionId: source.section,
        place: source.place,
        atMs: source.at,
        issuer: source.issuer,
        periodEnd: source.periodEnd,
        context: source.head,
        passages: new Map(),
        lines: [],
      };
      sections.set(keyOf(hit), section);
    }
    if (source.texts === undefined) section.passages.set(source.passage, source.shown);
    for (const [at, text] of (source.texts ?? []).entries()) section.passages.set(at, text);
    if (source.lines !== undefined) section.lines = source.lines;
  }
  return [...sections.values()];
}

/** The passage that stands for a section found by its terms: the first that has one, or that has most of them. */
function firstWith(corpus: GatheredCorpus, section: number, terms: readonly string[]): number {
  let best = section;
  let most = 0;
  for (let passage = section + 1; corpus.isText(passage, section); passage++) {
    if (best === section) best = passage;
    // Most texts are written as the question is: those need no folding.
    const written = corpus.text(passage);
    if (terms.every((term) => written.includes(term))) return passage;
    const folded = corpus.texts.folded(passage);
    const count = terms.filter((term) => folded.includes(term)).length;
    if (count > most) [best, most] = [passage, count];
    if (most === terms.length) break;
  }
  return best;
}

function found(
  corpus: GatheredCorpus,
  match: Selected,
  snippet: () => Snippet | null,
  row: MatchedRow | null,
): FoundHit {
  const placeOf = (section: number) => {
    const { documentId, sectionId } = corpus.section(section);
    return { documentId, sectionId };
  };
  return {
    ...placeOf(match.section),
    score: match.score,
    snippet,
    alsoIn: match.alsoIn.map((each) => placeOf(each.section)),
    row,
  };
}
