import type { Owner } from "../owners/owner.ts";
import { Service, type ServiceOptions } from "../upstream/service.ts";

/** With nothing known yet, as an app begins. */
export function testService(own: Partial<ServiceOptions> = {}): Service {
  return new Service({ settings: { apiAuthorization: "Bearer {key}", apiTimeoutMs: 15_000 }, ...own });
}

/** A signed-in owner; nothing answers at the address of the service. */
export function testOwner(key = "hk_test", ownerId = "ann"): Owner {
  return {
    ownerId,
    upstream: { service: testService(), baseUrl: "http://service", key, keyId: "key-1" },
    ...{ fingerprint: "key-1", sessionHash: "s", demo: false, createdAtMs: 0 },
  };
}
