/**
 * An address from outside that may be linked: http or https, without user or password. `https://bank.example@evil`
 * looks like one site and leads to another, and a click would send a password in it.
 */
export function outsideLink(address: string | null): string | undefined {
  if (address === null || !/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  if (username !== "" || password !== "" || hostname === "") return undefined;
  // An empty user (`https://@evil`) is missing from the parsed parts and from `href`, so it is searched in the text.
  return /^https?:[\\/]*[^\\/?#]*@/i.test(address) ? undefined : href;
}
