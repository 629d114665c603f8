import type { Json } from "@/lib/evidence/receipts/canonical-json";
import { asText, checkSignature, type Fields, fields, plainRecord } from "./signed-record";

/** As `verify.mjs` does offline: nothing leaves the machine. */
export type ReceiptCheck =
  | { readonly state: "unsupported" }
  | { readonly state: "not_a_receipt" }
  | { readonly state: "changed" }
  | {
      readonly state: "intact";
      readonly receipt: ShownReceipt;
      readonly fingerprint: string;
      readonly delivered: "not_given" | "same_words" | "other_file" | "other_words";
    };

/** The signature covers all of the receipt, not these fields alone. */
export interface ShownReceipt {
  readonly quote: string;
  readonly document: Readonly<Record<string, string | null>>;
  readonly section: string | null;
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly sha256: string;
  readonly deliveredAt: string;
  readonly issuedAt: string;
  readonly source: Readonly<Record<string, string | null>>;
}

export async function verifyReceipt(text: string, delivered?: ArrayBuffer): Promise<ReceiptCheck> {
  const record = plainRecord(text);
  return record === undefined ? { state: "not_a_receipt" } : checkReceipt(record, delivered);
}

export async function checkReceipt(record: Fields, delivered?: ArrayBuffer): Promise<ReceiptCheck> {
  if (record["format"] !== "hiraku-receipt/1") return { state: "not_a_receipt" };
  const checked = await checkSignature(record);
  if (checked.state !== "intact") return checked;
  const { signed, fingerprint } = checked;
  const receipt = shownReceipt(signed);
  if (receipt === undefined) return { state: "not_a_receipt" };
  const pointer = asText(fields(signed["delivered"])["text"]) ?? "";
  return { state: "intact", receipt, fingerprint, delivered: await compared(receipt, pointer, delivered) };
}

async function compared(receipt: ShownReceipt, pointer: string, delivered: ArrayBuffer | undefined) {
  if (delivered === undefined) return "not_given";
  const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", delivered))];
  if (hash.map((each) => each.toString(16).padStart(2, "0")).join("") !== receipt.sha256) return "other_file";
  const text = textAt(new TextDecoder().decode(delivered), pointer);
  const slice = text === undefined ? undefined : [...text].slice(receipt.start, receipt.end).join("");
  return slice === receipt.quote ? "same_words" : "other_words";
}

/** RFC 6901. */
function textAt(json: string, pointer: string): string | undefined {
  const names = pointer.split("/").slice(1);
  try {
    let inside = JSON.parse(json) as Json;
    for (const name of names) {
      const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof inside !== "object" || inside === null || !Object.hasOwn(inside, key)) return undefined;
      inside = (inside as Fields)[key] ?? null;
    }
    return typeof inside === "string" ? inside : undefined;
  } catch {
    return undefined;
  }
}

function shownReceipt(signed: Fields): ShownReceipt | undefined {
  const offsets = fields(signed["offsets"]);
  const delivered = fields(signed["delivered"]);
  const quote = asText(signed["quote"]);
  const sha256 = asText(delivered["sha256"]);
  const { start, end } = offsets;
  if (quote === null || sha256 === null || typeof start !== "number" || typeof end !== "number") return undefined;
  return {
    quote,
    document: texts(signed["document"]),
    section: asText(fields(signed["section"])["title"]),
    page: typeof signed["page"] === "number" ? signed["page"] : null,
    start,
    end,
    sha256,
    deliveredAt: asText(delivered["at"]) ?? "",
    issuedAt: asText(signed["issued_at"]) ?? "",
    source: texts(signed["source"]),
  };
}

function texts(value: Json | undefined): Readonly<Record<string, string | null>> {
  return Object.fromEntries(Object.entries(fields(value)).map(([name, each]) => [name, asText(each)]));
}
