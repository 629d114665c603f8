import { z } from "zod";
import { DocumentId } from "../../contract/ids.ts";
import { parseRequest } from "../../contract/parse-request.ts";
import { RouteProblem } from "../../owners/answers.ts";
import type { Owner } from "../../owners/owner.ts";
import { ownedFilingsOf } from "../../reading/figures.ts";
import { type App, app, partOf } from "../../running-app.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import { spenderOf } from "../../spending/purchases.ts";
import { callFreeEndpoint } from "../../upstream/call-free.ts";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { type CheckDeps, type CheckedDraft, type CheckFinds, checkDraft } from "./check-draft.ts";
import { CheckReader } from "./check-reader.ts";
import { Draft, draftBounds } from "./draft.ts";
import { draftOfText } from "./draft-of-text.ts";
import type { FileRefusal } from "./files/refused.ts";
import { Guesses } from "./free-check.ts";

/** Body of `POST /api/check`: pasted text, or a draft whose file was read before. */
export const CheckRequest = z.union([
  z.strictObject({
    text: z.string().min(1).max(draftBounds.charactersMax),
    kind: z.enum(["text", "markdown"]).default("text"),
  }),
  z.strictObject({ draft: Draft }),
]);
export type CheckRequest = z.infer<typeof CheckRequest>;

/** Three bytes a character, and as much again for what stands around the texts of a draft. */
export const checkBytesMax = draftBounds.charactersMax * 6;

/** The verdicts of the draft, beside the draft as it was read: nothing of it is stored. */
export async function checkForOwner(
  owner: Owner,
  request: CheckRequest,
  signal?: AbortSignal,
): Promise<CheckedDraft & { readonly draft: Draft }> {
  const draft = "draft" in request ? request.draft : draftOfText(request.text, request.kind);
  const finds = findsOf(owner.upstream, signal);
  return { draft, ...(await checkDraft(checkDeps(app()), spenderOf(owner), finds, draft)) };
}

/** The same for a file, of which nothing is stored either. */
export async function checkFileForOwner(
  owner: Owner,
  request: Request,
): Promise<CheckedDraft & { readonly draft: Draft }> {
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const bytes = new Uint8Array(await request.arrayBuffer());
  const read = await partOf(app(), CheckReader).read({ name: name.slice(-200), bytes });
  if ("draft" in read) return checkForOwner(owner, { draft: read.draft }, request.signal);
  throw refusedFile(read.refused);
}

export function refusedFile(refused: FileRefusal): RouteProblem {
  return new RouteProblem(
    refused === "too_large"
      ? { status: 413, code: "payload_too_large", detail: "The file is too large." }
      : { status: 422, code: `draft_file_${refused}`, detail: refusalWords[refused] },
  );
}

const refusalWords: Readonly<Record<Exclude<FileRefusal, "too_large">, string>> = {
  unknown_kind: "Give a Markdown, text, Word, Excel, CSV or PDF file.",
  unreadable: "The file is damaged, or is not what its name says.",
  encrypted: "The file is protected by a password.",
  without_text: "The file has no text.",
  too_complex: "The file is too long to check at once. Check it in parts.",
};

export function checkDeps(parts: Pick<App, "purchases" | "parts">): CheckDeps {
  return {
    ...parts.purchases,
    reader: partOf(parts, CheckReader),
    async figures(reader, codes) {
      const { filings } = await ownedFilingsOf(reader, { securityCodes: codes });
      return filings.flatMap(({ securityCode, documentId, title, filedAt, figures }) =>
        securityCode === null ? [] : [{ issuer: securityCode, documentId, title, filedAt, figures }],
      );
    },
  };
}

const documentsListed = 100;
const periodicTypes = ["annual_securities_report", "earnings_summary", "semiannual_report", "quarterly_report"];

/** Quotes are asked for no more once the signal is given. */
export function findsOf(upstream: Upstream, signal?: AbortSignal): CheckFinds {
  return {
    issuers: async (q) => (await callFreeEndpoint(upstream, "searchIssuers", { q: q.slice(0, 200) })).issuers,
    async documents(codes) {
      const query = new URLSearchParams({ limit: String(documentsListed) });
      for (const code of codes) query.append("security_codes", code);
      for (const type of periodicTypes) query.append("document_types", type);
      const parsed = parseRequest("listDocuments", { path: {}, query });
      if (!("input" in parsed)) throw new PurchaseProblem(422, "validation", "The issuers can't be read.");
      return (await callFreeEndpoint(upstream, "listDocuments", parsed.input)).documents;
    },
    toc: (id) =>
      callFreeEndpoint(upstream, "getToc", { document_id: DocumentId.parse(id) }).catch((error: unknown) => {
        if (isProblem(error, "content_not_available")) return null;
        throw error;
      }),
    quote: (id, words) =>
      partOf(app(), Guesses).ask(upstream, { document_id: DocumentId.parse(id), quote: words }, signal),
    originals: async (id) =>
      (await callFreeEndpoint(upstream, "listOriginals", { document_id: DocumentId.parse(id) })).originals,
  };
}
