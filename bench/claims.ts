/** The claims about speed and quality with what was measured last: `node scripts/reference.ts` makes docs/figures.md. */
interface Claim {
  readonly claim: string;
  /** Programs of this folder: `npm run bench -- NAME`. */
  readonly bench: readonly string[];
  /** Other commands that hold a part of it. */
  readonly also?: readonly string[];
  readonly data: string;
  readonly figures: readonly Figure[];
}
type Figure = readonly [what: string, figure: string, commit: string];

const made = "Made by the command.";
const given =
  "Real filings from [EDINET](https://disclosure2.edinet-fsa.go.jp), TDnet and the FSA's samples, by the names in the code, in the folder of `HIRAKU_TEST_SAMPLES`.";
const sets =
  "[JSQuAD](https://github.com/yahoojapan/JGLUE)'s `valid-v1.3.json`; [JFinTEB](https://github.com/retarfi/JFinTEB)'s `data/wikinews/retrieval` and `data/wikipedia/retrieval`, each `docs.jsonl` with `query-test.jsonl`. Any other set in one of their forms may be named.";

export const claims: readonly Claim[] = [
  {
    claim: "First start",
    bench: ["start"],
    data: made,
    figures: [
      ["`npm start`, all installed and built, to the sign-in page", "2.6 s [2.4, 2.9]", "e7c229dc"],
      ["of the web app alone", "0.99 [0.81, 1.04]", "e7c229dc"],
    ],
  },
  {
    claim: "Pages, and Lighthouse on a phone and a desktop",
    bench: ["pages", "lighthouse"],
    data: `${made} With \`HIRAKU_BENCH_BEFORE\` beside another build.`,
    figures: [
      ["section opened by its address: painted, first click answered (others at work)", "432 ms, 509 ms", "e7c229dc"],
      ["processor time of a page", "14 to 36 ms", "e7c229dc"],
      [
        "Lighthouse, four pages, one run with others at work: phone, desktop, accessibility",
        "81 to 97, 99 to 100, 100",
        "e7c229dc",
      ],
    ],
  },
  {
    claim: "Page viewer beside pdf.js and OpenSeadragon",
    bench: ["viewer"],
    data: `${made} The same 200 pages for all three.`,
    figures: [
      ["first page: of pdf.js, of OpenSeadragon", "0.58 [0.55, 0.75], 0.49 [0.45, 0.59]", "e7c229dc"],
      ["jump to page 150: of pdf.js, of OpenSeadragon", "0.32 [0.32, 0.55], 0.30 [0.23, 0.40]", "e7c229dc"],
      ["at 40 ms and 10 Mbit/s, of pdf.js: first page, jump", "0.14 [0.12, 0.17], 0.92 [0.88, 1.19]", "e7c229dc"],
    ],
  },
  {
    claim: "Large document beside a plain React page",
    bench: ["document"],
    data: made,
    figures: [
      ["first paint of 1.1 MB, of the plain page", "0.12 [0.09, 0.19]", "e7c229dc"],
      ["first paint of 4 MB, of 0.3 MB", "0.97 [0.88, 0.97]", "e7c229dc"],
      ["jump by the contents; slowest interaction", "98 ms [96, 126]; 72 ms [64, 96]", "e7c229dc"],
    ],
  },
  {
    claim: "Search beside groonga, and on OpenSearch beside its bare query",
    bench: ["search", "search-opensearch"],
    data: `${made} Each class of query is drawn from the texts; keyword answers equal a reading of every text.`,
    figures: [
      [
        "two and four characters, a phrase, three terms, with a code, with dates; of groonga",
        "1.03, 0.94, 0.46, 0.54, 0.51, 0.40",
        "ab433487",
      ],
      ["the same classes and a question; of the bare query", "1.18, 1.15, 1.28, 1.20, 0.82, 0.68, 1.12", "57417cc9"],
    ],
  },
  {
    claim: "Retrieval quality on public sets",
    bench: [],
    also: ["npm run -s hiraku -- search evaluate FILES"],
    data: sets,
    figures: [
      [
        "JSQuAD, 4,442 questions, nothing tuned: R@1, R@10, MRR@10",
        "90.97 [90.09, 91.78], 97.03 [96.49, 97.49], 93.19 [92.41, 93.9]",
        "1785e989",
      ],
      ["its first 2,000 on OpenSearch: R@1", "90.5", "57417cc9"],
      ["JFinTEB, Wikinews and Wikipedia: nDCG@10", "not measured by us yet", "nothing tuned"],
    ],
  },
  {
    claim: "Retrieval quality on filings",
    bench: ["search-filings", "search-questions", "answers"],
    data: `${given} The project's own questions are in \`bench/questions\`: only those marked \`tune\` may guide a change.`,
    figures: [
      [
        "61 questions over three reports, nothing tuned (tuned ones): R@1, R@10",
        "60.66 [48.12, 71.93], 86.89 [76.2, 93.2] (70.49, 91.8)",
        "1785e989",
      ],
      [
        "60 Japanese and 30 English questions over 28 filings, nothing tuned: R@1, R@10",
        "93.33 [84.07, 97.38], 100 [93.98, 100]; 86.67 [70.32, 94.69], 96.67 [83.33, 99.41]",
        "1785e989",
      ],
      [
        "28 tagged facts of untuned issuers: right section bought at 5 of 8 credits, Japanese and English",
        "96 % [82, 99], 96 % [82, 99]",
        "a840ec26",
      ],
    ],
  },
  {
    claim: "Spending: nothing charged twice or lost, and what a charge takes",
    bench: ["spending"],
    also: ["npm run soak -- purchases", "npm run soak -- machines faults"],
    data: made,
    figures: [
      ["charges a second on PostgreSQL, one key, 16 at once, of a bare transaction", "1.02 [0.82, 1.07]", "6f85e02e"],
    ],
  },
  {
    claim: "Ingestion: time, completeness, facts, and tables of PDFs",
    bench: ["ingest", "pdf-tables"],
    also: ["npm run soak -- week", "npx vitest run lib/evidence/figures/samples.test.ts"],
    data: `${given} ${made}`,
    figures: [
      [
        "19 annual reports, ZIP to searchable: processor time each, memory (others at work)",
        "0.9 s, 358 MB",
        "6f85e02e",
      ],
      [
        "cells of drawn tables in their row and column, nothing tuned: without rules, best kind",
        "97.7 %, 99.8 %",
        "e5d7a998",
      ],
    ],
  },
  {
    claim: "Checking drafts: false statements believed, true ones accused",
    bench: ["check"],
    data: `${given} What is true are the filers' own tags.`,
    figures: [
      [
        "text owned, 400 statements, three draws: true ones found, true ones accused, false ones believed",
        "86 % [84, 87], 0, 0",
        "e7c229dc",
      ],
      ["figures owned: the same", "97 % [96, 98], 0, 0", "e7c229dc"],
    ],
  },
  {
    claim: "100 readers on one machine",
    bench: ["readers"],
    also: ["npm run soak -- readers"],
    data: made,
    figures: [],
  },
];

export function figuresPage(): string {
  const rows = claims.map(({ claim, bench, also = [], data, figures }) => {
    const benches = bench.length === 0 ? [] : [`npm run bench -- ${bench.join(" ")}`];
    const commands = [...benches, ...also].map((each) => `\`${each}\``).join("<br>");
    const measured = figures.map(([what, figure, commit]) => `${what}: **${figure}** (${commit})`).join("<br>");
    return `| ${claim} | ${commands} | ${data} | ${measured || "not measured since it changed"} |`;
  });
  return `# Figures

\`node scripts/reference.ts\` writes this page from \`bench/claims.ts\`; a test compares. Each command prints its figures with the least and the most of its rounds in brackets, or where it counts questions their 95 % interval, beside a peer in the same run where there is one, and says which goal is reached. In brackets after a figure: the commit that was measured. Where nothing is timed, a command gives the same figure each time.

| Claim | Commands | Data | Measured |
|---|---|---|---|
${rows.join("\n")}
`;
}
