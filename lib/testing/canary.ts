/**
 * Finds a secret in whatever it may have leaked into, in any of the dresses it may wear. A test that plants a
 * canary key asks this of every sink: answers, logs, files.
 */
export function dressesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const dresses = [
    secret,
    encodeURIComponent(secret),
    bytes.toString("hex"),
    bytes.toString("base64url"),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("utf16le"),
    [...secret].reverse().join(""),
  ];
  // Base64 of a longer text: the secret may begin at any of three offsets, and its ends mix with its neighbours.
  for (const offset of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    dresses.push(padded.slice(offset === 0 ? 0 : 4, -4));
  }
  return [...new Set(dresses)].filter((dress) => dress.length >= 8);
}

/** Names the sinks in which the secret shows. */
export function sinksWithSecret(secret: string, sinks: Readonly<Record<string, string | Buffer>>): string[] {
  const dresses = dressesOf(secret).map((dress) => Buffer.from(dress, "utf8"));
  dresses.push(Buffer.from(secret, "utf16le"));
  return Object.entries(sinks)
    .filter(([, content]) => {
      const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
      return dresses.some((dress) => bytes.includes(dress));
    })
    .map(([name]) => name);
}
