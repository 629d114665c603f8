import { canonicalJson, type Json } from "@/lib/evidence/receipts/canonical-json";

/** Signed records in the browser: their one plain spelling, and whose key signed them. */
export type Fields = Readonly<Record<string, Json>>;

export type Signed = { readonly state: "intact"; readonly signed: Fields; readonly fingerprint: string };

/** Undefined for anything but the one plain spelling: a name given twice would show two readers two records. */
export function plainRecord(text: string): Fields | undefined {
  const plain = text.replaceAll("\r\n", "\n").replace(/\n$/, "");
  try {
    const value = JSON.parse(plain) as Json;
    return plain === JSON.stringify(value) || plain === JSON.stringify(value, null, 2) ? fields(value) : undefined;
  } catch {
    return undefined;
  }
}

export async function checkSignature(record: Fields): Promise<Signed | { readonly state: "changed" | "unsupported" }> {
  // Browsers offer cryptography only to pages that came over https or from the same machine.
  if (!("subtle" in crypto)) return { state: "unsupported" };
  const { signature, ...signed } = record;
  const signer = fields(signed["signer"]);
  const publicKey = bytesOf(signer["public_key"]);
  const bits = bytesOf(signature);
  if (publicKey === undefined || bits === undefined || signer["algorithm"] !== "Ed25519") return { state: "changed" };
  const genuine = await isSigned(publicKey, bits, new TextEncoder().encode(canonicalJson(signed)));
  if (genuine === undefined) return { state: "unsupported" };
  if (!genuine) return { state: "changed" };
  const fingerprint = `SHA256:${base64url(await crypto.subtle.digest("SHA-256", publicKey))}`;
  return { state: "intact", signed, fingerprint };
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

export function fields(value: Json | undefined): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function asText(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
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

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
