import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { CommandError } from "../command.ts";

/** The secrets of a data folder, by file name; their bytes in base64. */
export const Secrets = z.object({
  format: z.literal("hiraku-secrets"),
  version: z.literal(1),
  backup_id: z.string(),
  files: z.record(z.string().regex(/^\.?[0-9A-Za-z][0-9A-Za-z._-]{0,80}$/), z.base64()),
});
export type Secrets = z.infer<typeof Secrets>;

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const passphraseLengthMin = 12;

/** OWASP's recommendation for scrypt: 128 MB and about half a second a guess. */
const cost = { N: 131_072, r: 8, p: 1 };

/** The limit for a header from outside, which could otherwise make opening it use all memory. */
const Header = z.object({
  format: z.literal("hiraku-sealed-secrets"),
  version: z.literal(1),
  kdf: z.literal("scrypt"),
  N: z.number().int().min(16_384).max(1_048_576),
  r: z.number().int().min(1).max(16),
  p: z.number().int().min(1).max(4),
  salt: z.base64(),
  cipher: z.literal("aes-256-gcm"),
  iv: z.base64(),
});
type Header = z.infer<typeof Header>;

/** One line of parameters, then the ciphertext with its tag. The line is authenticated too. */
export function sealSecrets(secrets: Secrets, passphrase: string): Buffer {
  const iv = randomBytes(ivBytes);
  const header: Header = {
    format: "hiraku-sealed-secrets",
    version: 1,
    kdf: "scrypt",
    ...cost,
    salt: randomBytes(16).toString("base64"),
    cipher: "aes-256-gcm",
    iv: iv.toString("base64"),
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const cipher = createCipheriv("aes-256-gcm", keyOf(passphrase, header), iv);
  cipher.setAAD(line);
  return Buffer.concat([line, cipher.update(JSON.stringify(secrets)), cipher.final(), cipher.getAuthTag()]);
}

export function openSecrets(sealed: Buffer, passphrase: string): Secrets {
  const end = sealed.indexOf(10) + 1;
  const header = end === 0 ? undefined : parsed(Header, sealed.subarray(0, end).toString());
  const iv = Buffer.from(header?.iv ?? "", "base64");
  if (header === undefined || iv.length !== ivBytes || sealed.length < end + tagBytes) {
    throw new CommandError("The sealed secrets are damaged: their first line is no header.");
  }
  const decipher = createDecipheriv("aes-256-gcm", keyOf(passphrase, header), iv, { authTagLength: tagBytes });
  decipher.setAAD(sealed.subarray(0, end));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  let plain: string;
  try {
    plain = Buffer.concat([decipher.update(sealed.subarray(end, -tagBytes)), decipher.final()]).toString();
  } catch {
    throw new CommandError("The secrets don't open: the passphrase is another, or they are damaged.");
  }
  const secrets = parsed(Secrets, plain);
  if (secrets === undefined) throw new CommandError("The sealed secrets can't be read.");
  return secrets;
}

/** The secrets in a separate file, protected only by its mode. */
export function readSecretsFile(file: string): Secrets {
  const secrets = parsed(Secrets, readFileSync(file, "utf8"));
  if (secrets === undefined) throw new CommandError(`${file} holds no secrets of a backup.`);
  return secrets;
}

export function readPassphrase(file: string): string {
  const text = readFileSync(file, "utf8").replace(/\r?\n$/, "");
  if (text.length < passphraseLengthMin) {
    throw new CommandError(`The passphrase in ${file} must have at least ${passphraseLengthMin} characters.`);
  }
  return text;
}

function keyOf(passphrase: string, { N, r, p, salt }: Header): Buffer {
  const maxmem = 256 * N * r;
  return scryptSync(passphrase.normalize("NFC"), Buffer.from(salt, "base64"), keyBytes, { N, r, p, maxmem });
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
