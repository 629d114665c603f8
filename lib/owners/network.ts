import { isIP } from "node:net";

/**
 * The network of an address, by which sign-in attempts are counted. A household or office has one IPv4 address; in IPv6
 * it has at least a /64 and can use any address in it. An IPv4 address written as IPv6 counts as the same address.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address.trim()).replace(/%.*$/, "").toLowerCase();
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return "unknown";
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return ipv4Of(groups[6] ?? 0, groups[7] ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** Some proxies append the caller's port to its address: `1.2.3.4:567`, `[2001:db8::1]:567`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, "") : address;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const hexOnly = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(":"),
  );
  const [before = "", after] = hexOnly.split("::");
  const read = (part: string | undefined) =>
    part === undefined || part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [head, tail] = [read(before), read(after)];
  const missing = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
