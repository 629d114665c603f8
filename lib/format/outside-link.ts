/**
 * An address of others that may be linked: http or https, and without a user or password. `https://bank.example@evil`
 * looks like one place and leads to another, and a password in a link is sent along with a click.
 */
export function outsideLink(address: string | null): string | undefined {
  if (address === null || !/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  if (username !== "" || password !== "" || hostname === "") return undefined;
  // An empty user (`https://@evil`) leaves no trace in the parts, and none in what the browser makes of it.
  return /^https?:[\\/]*[^\\/?#]*@/i.test(address) ? undefined : href;
}
