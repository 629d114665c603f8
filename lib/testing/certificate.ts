import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

/** A self-signed certificate for 127.0.0.1, made for each test run, so that the repository contains no key. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaSha256 = der(0x30, oid("2a8648ce3d040302"));
  const name = der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from("127.0.0.1")))));
  const alternative = der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(0xa3, der(0x30, der(0x30, oid("551d11"), der(0x04, alternative))));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaSha256,
    name,
    der(0x30, utcTime(-86_400_000), utcTime(86_400_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const signature = sign("sha256", body, createPrivateKey(key));
  const whole = der(0x30, body, ecdsaSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return { key, cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n") };
}

/** One value of ASN.1's distinguished encoding: tag, length, contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(contents);
  const size = inside.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), inside]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function utcTime(fromNowMs: number): Buffer {
  const digits = new Date(Date.now() + fromNowMs).toISOString().replace(/\D/g, "");
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}
