import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkOf } from "./network.ts";

describe("the network of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:51234", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]:8080", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
    ["unknown", "unknown"],
    ["", "unknown"],
    ["1.2.3.4.5", "unknown"],
    ["gibberish:::", "unknown"],
  ])("%j is %s", (address, network) => expect(networkOf(address)).toBe(network));

  it("is the same within a /64 and differs between two of them", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const four = fc.tuple(group, group, group, group);
    const written = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(":");
    fc.assert(
      fc.property(four, four, four, four, (prefix, other, host, otherHost) => {
        const one = networkOf(`${written(prefix)}:${written(host)}`);
        const isMapped = prefix.every((each) => each === 0);
        fc.pre(!isMapped);
        expect(networkOf(`${written(prefix)}:${written(otherHost)}`)).toBe(one);
        fc.pre(other.some((each) => each !== 0) && written(other) !== written(prefix));
        expect(networkOf(`${written(other)}:${written(host)}`)).not.toBe(one);
      }),
    );
  });
});
