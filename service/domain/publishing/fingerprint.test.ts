import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { documents, issuers, news } from "../../testing/fixture.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { IssuerPublication, NewsPublication, Publication, PublicationSection } from "./publication.ts";

const section: PublicationSection = {
  sectionId: "a",
  title: "",
  level: 1,
  parentSectionId: null,
  markdown: "",
  pageNumber: undefined,
  pageConfidence: undefined,
  pageBreaks: [],
  uncertainPages: [],
  names: [{ name: "jpcrp_cor:A", label: "" }],
};

/** Every field of every record, with nothing in it where it may be so. */
const document: Publication = {
  documentId: "D",
  family: "edinet_filing",
  type: "annual_securities_report",
  title: "",
  securityCode: null,
  issuerName: null,
  timelineAtMs: 0,
  periodStart: null,
  periodEnd: null,
  fiscalPeriod: null,
  language: null,
  amendsDocumentId: null,
  sourceUrl: null,
  sourceAttribution: null,
  status: "ready",
  releaseAtMs: null,
  sections: [section, { ...section, names: [] }],
  pages: [{ pageNumber: 1, width: 595, height: 842, listed: false }],
  originals: [
    {
      originalId: "pdf",
      mediaType: "application/pdf",
      fileName: "",
      source: { maker: "m", recipe: { kind: 1 } },
      deliverable: true,
    },
  ],
  images: [{ name: "", mediaType: "", blob: "" }],
  missingParts: [],
};
const statement: NewsPublication = {
  newsId: "n",
  title: null,
  statement: "",
  observedAtMs: 0,
  securityCodes: [],
  references: [{ documentId: null, sectionId: null, pageNumber: null, url: null, title: null }],
};
const issuer: IssuerPublication = {
  securityCode: "1",
  name: "",
  nameEn: null,
  nameKana: null,
  market: null,
  sector: null,
  edinetCode: null,
  corporateNumber: null,
};

/** The value once for each of its objects, with a further field in that one. */
function withFurtherField(value: unknown, field: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => withFurtherField(each, field).map((changed) => value.with(at, changed)));
  }
  const inside = Object.entries(value).flatMap(([name, each]) =>
    withFurtherField(each, field).map((changed) => ({ ...value, [name]: changed })),
  );
  return [{ ...value, addedLater: field }, ...inside];
}

test.each([
  ["document", document, 9],
  ["statement", statement, 2],
  ["issuer", issuer, 1],
])(
  "a later field with nothing in it leaves the fingerprint of a %s, one with something changes it",
  (_, value, objects) => {
    const before = fingerprintOf(value);
    for (const nothing of [undefined, null, "", [], {}]) {
      const changed = withFurtherField(value, nothing);
      expect(changed).toHaveLength(objects);
      for (const each of changed) expect(fingerprintOf(each)).toBe(before);
    }
    for (const something of [0, false, "x", [null], { x: 1 }]) {
      for (const each of withFurtherField(value, something)) expect(fingerprintOf(each)).not.toBe(before);
    }
  },
);

test("what is stored of publications of earlier versions is recognised", () => {
  expect([document, statement, issuer].map(fingerprintOf)).toEqual([
    "8d58dc7fd9ebbffcf57d998fea430c0a0e3cfa91041ed06bf86a49407391cbb2",
    "87802eec9124ff7b8f7083902689526088196229eaf6a37a5bf422b790d08d69",
    "d010920ba826574307ad51618f7df301ff68a0557419d00ff5216fbd1c47e1bf",
  ]);
  const all = [...documents, ...issuers, ...news].map(fingerprintOf).join("\n");
  expect(hash("sha256", all)).toBe("60493a6fa232207f821feea9436b6c790a5bfabf5249a156038a2df357466737");
});
