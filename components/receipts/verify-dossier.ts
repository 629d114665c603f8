import type { Json } from "@/lib/evidence/receipts/canonical-json";
import { asText, checkSignature, fields, listOf, plainRecord } from "./signed-record";
import { type DraftCheck, verifyDraftCheck } from "./verify-draft-check";
import { checkReceipt, type ReceiptCheck, verifyReceipt } from "./verify-receipt";

/** A dossier that was checked with every receipt inside, as `verify.mjs` does offline. */
export type DossierCheck =
  | { readonly state: "dossier_broken"; readonly why: "receipt" | "passage" | "total" }
  | {
      readonly state: "dossier";
      readonly question: string;
      readonly passages: number;
      readonly receipts: number;
      readonly charged: number;
      readonly budget: number;
      readonly issuedAt: string;
      readonly fingerprints: readonly string[];
    };

/** A receipt, a dossier or the check of a draft, told apart by its format. */
export async function verifyRecord(
  text: string,
  delivered?: ArrayBuffer,
): Promise<ReceiptCheck | DossierCheck | DraftCheck> {
  const record = plainRecord(text);
  if (record?.["format"] === "hiraku-check/1") return verifyDraftCheck(record);
  if (record?.["format"] !== "hiraku-dossier/1") return verifyReceipt(text, delivered);
  const checked = await checkSignature(record);
  if (checked.state !== "intact") return checked;
  const { signed, fingerprint } = checked;
  const total = fields(signed["total"]);
  const passages = listOf(signed["passages"]).map(fields);
  const withReceipt = passages.filter(({ receipt }) => receipt !== null);
  const fingerprints = new Set([fingerprint]);
  for (const { receipt, text: words, sha256 } of withReceipt) {
    const own = await checkReceipt(fields(receipt));
    if (own.state !== "intact") return { state: "dossier_broken", why: "receipt" };
    if (own.receipt.quote !== words || own.receipt.sha256 !== sha256)
      return { state: "dossier_broken", why: "passage" };
    fingerprints.add(own.fingerprint);
  }
  for (const { passage, fact } of listOf(signed["figures"]).map(fields)) {
    const isOfPackage = passage === null && asText(fields(fact)["sha256"]) !== undefined;
    if (!isOfPackage && !(typeof passage === "number" && passage in passages))
      return { state: "dossier_broken", why: "passage" };
  }
  const charged = listOf(signed["purchases"]).reduce<number>((sum, each) => sum + amount(fields(each)["credits"]), 0);
  const budget = amount(total["budget"]);
  if (charged !== total["charged"] || charged + amount(total["unknown"]) > budget) {
    return { state: "dossier_broken", why: "total" };
  }
  return {
    state: "dossier",
    question: asText(signed["question"]) ?? "",
    passages: passages.length,
    receipts: withReceipt.length,
    charged,
    budget,
    issuedAt: asText(signed["issued_at"]) ?? "",
    fingerprints: [...fingerprints],
  };
}

function amount(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
