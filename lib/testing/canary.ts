/**
 * Finds a secret in texts, in any encoding in which it may leak. Tests use a recognisable key (the canary) and search
 * for it in every output: answers, logs, files.
 */
export function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const encodings = [
    secret,
    encodeURIComponent(secret),
    bytes.toString("hex"),
    bytes.toString("base64url"),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("utf16le"),
    [...secret].reverse().join(""),
  ];
  // In the Base64 of a longer text the secret may begin at any of three offsets, and the first and last characters
  // depend on its neighbours.
  for (const offset of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    encodings.push(padded.slice(offset === 0 ? 0 : 4, -4));
  }
  return [...new Set(encodings)].filter((encoding) => encoding.length >= 8);
}

/** The names of the outputs that contain the secret. */
export function sinksWithSecret(secret: string, sinks: Readonly<Record<string, string | Buffer>>): string[] {
  const dresses = encodingsOf(secret).map((dress) => Buffer.from(dress, "utf8"));
  dresses.push(Buffer.from(secret, "utf16le"));
  return Object.entries(sinks)
    .filter(([, content]) => {
      const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
      return dresses.some((dress) => bytes.includes(dress));
    })
    .map(([name]) => name);
}
