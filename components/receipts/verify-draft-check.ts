import { canonicalJson } from "@/lib/evidence/receipts/canonical-json";
import { asText, checkSignature, type Fields, fields, listOf } from "./signed-record";
import { checkReceipt } from "./verify-receipt";

/** The check of a draft, looked at with every receipt inside, as `verify.mjs` does offline. */
export type DraftCheck =
  | { readonly state: "check_broken"; readonly why: "receipt" | "passage" | "total" | "counts" }
  | {
      readonly state: "check";
      readonly title: string;
      readonly counts: Readonly<Record<"agrees" | "undecided" | "differs", number>>;
      readonly receipts: number;
      readonly charged: number;
      readonly issuedAt: string;
      readonly fingerprints: readonly string[];
    };

export async function verifyDraftCheck(
  record: Fields,
): Promise<DraftCheck | { readonly state: "changed" | "unsupported" }> {
  const checked = await checkSignature(record);
  if (checked.state !== "intact") return checked;
  const { signed, fingerprint } = checked;
  const fingerprints = new Set([fingerprint]);
  const receipts: { readonly quote: string; readonly document: unknown }[] = [];
  for (const each of listOf(signed["receipts"])) {
    const own = await checkReceipt(fields(each));
    if (own.state !== "intact") return { state: "check_broken", why: "receipt" };
    receipts.push({ quote: own.receipt.quote, document: own.receipt.document["document_id"] });
    fingerprints.add(own.fingerprint);
  }
  const claims = listOf(signed["claims"]).map(fields);
  for (const { receipt, words, place } of claims) {
    if (receipt === null) continue;
    const proven = receipts[Number(receipt)];
    if (proven === undefined || proven.quote !== words || proven.document !== fields(place)["document_id"])
      return { state: "check_broken", why: "passage" };
  }
  const counts = { agrees: 0, undecided: 0, differs: 0 };
  for (const { verdict } of claims) counts[groupOf(asText(verdict) ?? "")] += 1;
  const open = claims.flatMap(({ verdict, id }) => (verdict === "not_checked" ? [id ?? null] : []));
  const isCounted =
    canonicalJson(counts) === canonicalJson(signed["counts"] ?? null) &&
    canonicalJson(open) === canonicalJson(signed["not_checked"] ?? null);
  if (!isCounted) return { state: "check_broken", why: "counts" };
  const charged = listOf(signed["purchases"]).reduce<number>((sum, each) => sum + Number(fields(each)["credits"]), 0);
  if (charged !== fields(signed["total"])["charged"]) return { state: "check_broken", why: "total" };
  return {
    ...{ state: "check", title: asText(signed["title"]) ?? "", counts, receipts: receipts.length, charged },
    issuedAt: asText(signed["issued_at"]) ?? "",
    fingerprints: [...fingerprints],
  };
}

function groupOf(verdict: string): "agrees" | "undecided" | "differs" {
  if (verdict === "found" || verdict === "rounded") return "agrees";
  return verdict === "not_in_it" || verdict === "not_checked" ? "undecided" : "differs";
}
