import { BlockList, isIP } from "node:net";

/** Any other address could be this machine, its network, or a cloud's own services, which nobody may name. */
const notPublic4 = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  notPublic4.addSubnet(net, bits, "ipv4");
}

/** Global unicast is 2000::/3; within it these are for tunnels, documentation and protocols. */
const globalUnicast6 = new BlockList();
globalUnicast6.addSubnet("2000::", 3, "ipv6");
const notPublic6 = new BlockList();
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const) {
  notPublic6.addSubnet(net, bits, "ipv6");
}

export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, "");
  if (isIP(bare) === 4) return !notPublic4.check(bare, "ipv4");
  if (isIP(bare) !== 6) return false;
  // Outside global unicast are loopback, link-local, unique local, multicast, and IPv4 mapped or embedded in IPv6. No
  // public name needs the latter, since IPv4 has addresses of its own.
  return globalUnicast6.check(bare, "ipv6") && !notPublic6.check(bare, "ipv6");
}
