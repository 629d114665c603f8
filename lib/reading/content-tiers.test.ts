import { beforeEach, describe, expect, test } from "vitest";
import type { DocumentId } from "../contract/ids.ts";
import { testService } from "../testing/test-service.ts";
import type { Service } from "../upstream/service.ts";
import { contentTiers, type TierReads } from "./content-tiers.ts";

const hour = 60 * 60_000;
const told = {
  content_tiers: [
    { max_characters: 20_000, credits: 3 },
    { max_characters: null, credits: 9 },
  ],
};
const baseUrl = "http://service.test";
let service: Service;
const upstream = () => ({ service, baseUrl, key: "k", keyId: "k" });

function reads(answer: unknown): TierReads & { nowAtMs: number; asked: number } {
  const made = {
    nowAtMs: hour,
    asked: 0,
    nowMs: () => made.nowAtMs,
    readyDocument: async () => "D-1" as DocumentId,
    toc: async () => {
      made.asked++;
      service.tiers.remember(baseUrl, answer, made.nowAtMs);
    },
  };
  return made;
}

beforeEach(() => {
  service = testService();
});

describe("the tiers that lists are priced by", () => {
  test("come from the service's table of contents, requested once", async () => {
    const service = reads(told);
    expect(await contentTiers(upstream(), service)).toEqual(told.content_tiers);
    expect(await contentTiers(upstream(), service)).toEqual(told.content_tiers);
    expect(service.asked).toBe(1);
  });

  test("are empty for a service that sends none, and it is not asked again within a minute", async () => {
    const service = reads({ toc: [] });
    expect(await contentTiers(upstream(), service)).toEqual([]);
    expect(await contentTiers(upstream(), service)).toEqual([]);
    expect(service.asked).toBe(1);
    service.nowAtMs += 60_001;
    await contentTiers(upstream(), service);
    expect(service.asked).toBe(2);
  });

  test("are empty for a service that fails, and the page continues", async () => {
    const failing = { ...reads(told), readyDocument: () => Promise.reject(new Error("away")) };
    expect(await contentTiers(upstream(), failing)).toEqual([]);
  });

  test("are requested again after an hour, since a service may change its prices", async () => {
    const before = reads(told);
    await contentTiers(upstream(), before);
    const after = reads({ content_tiers: [{ max_characters: null, credits: 5 }] });
    after.nowAtMs = before.nowAtMs + hour;
    // The known tiers are used at once, the new ones from the next page on.
    expect(await contentTiers(upstream(), after)).toEqual(told.content_tiers);
    await Promise.resolve();
    expect(await contentTiers(upstream(), after)).toEqual([{ max_characters: null, credits: 5 }]);
  });
});
