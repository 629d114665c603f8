import { canonicalJson, type Json } from "@/lib/receipts/canonical-json";

/**
 * Checks a receipt in the browser, as `verify.mjs` does offline: nothing that is handed over leaves the machine.
 */
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

/** What is shown of a receipt; its signature was checked over all of it. */
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

type Fields = Readonly<Record<string, Json>>;

export async function verifyReceipt(text: string, delivered?: ArrayBuffer): Promise<ReceiptCheck> {
  // Browsers offer cryptography only to pages that came over https or from the same machine.
  if (!("subtle" in crypto)) return { state: "unsupported" };
  const record = plainRecord(text);
  if (record === undefined) return { state: "not_a_receipt" };
  const { signature, ...signed } = record;
  const signer = fields(signed["signer"]);
  const publicKey = bytesOf(signer["public_key"]);
  const bits = bytesOf(signature);
  if (publicKey === undefined || bits === undefined || signer["algorithm"] !== "Ed25519") return { state: "changed" };
  const genuine = await isSigned(publicKey, bits, new TextEncoder().encode(canonicalJson(signed)));
  if (genuine === undefined) return { state: "unsupported" };
  if (!genuine) return { state: "changed" };
  const receipt = shownReceipt(signed);
  if (receipt === undefined) return { state: "not_a_receipt" };
  const fingerprint = `SHA256:${base64url(await crypto.subtle.digest("SHA-256", publicKey))}`;
  const pointer = asText(fields(signed["delivered"])["text"]) ?? "";
  return { state: "intact", receipt, fingerprint, delivered: await compared(receipt, pointer, delivered) };
}

/** Undefined for anything but the one plain spelling: a name given twice would show two readers two records. */
function plainRecord(text: string): Fields | undefined {
  const plain = text.replaceAll("\r\n", "\n").replace(/\n$/, "");
  try {
    const value = JSON.parse(plain) as Json;
    const isPlain = plain === JSON.stringify(value) || plain === JSON.stringify(value, null, 2);
    return isPlain && fields(value)["format"] === "hiraku-receipt/1" ? fields(value) : undefined;
  } catch {
    return undefined;
  }
}

async function isSigned(
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  try {
    const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, signature, signed);
  } catch (error) {
    // An older browser that doesn't know the algorithm; a key of a wrong length is a changed record.
    return error instanceof DOMException && error.name === "NotSupportedError" ? undefined : false;
  }
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

function fields(value: Json | undefined): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function asText(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function texts(value: Json | undefined): Readonly<Record<string, string | null>> {
  return Object.fromEntries(Object.entries(fields(value)).map(([name, each]) => [name, asText(each)]));
}

/** Undefined unless it is the one spelling of its bytes. */
function bytesOf(value: Json | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (typeof value !== "string" || !/^[\w-]*$/.test(value)) return undefined;
  try {
    const raw = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(raw, (each) => each.charCodeAt(0));
    return base64url(bytes.buffer) === value ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function base64url(bytes: ArrayBuffer): string {
  const raw = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
