import { describe, expect, it } from "vitest";
import type { LibraryItem } from "@/lib/spending/wire";
import { ownedAddress, ownedFiltersFrom, ownedItemsQuery } from "./owned-filters.ts";
import { ownedGroups } from "./owned-groups.ts";

function item(artifact_id: string, security_code: string | null, document_id: string | null): LibraryItem {
  return {
    ...{ artifact_id, security_code, document_id, kind: "pages", stored_at: "2026-11-21T12:00:00+09:00", credits: 1 },
    ...{ document_title: document_id, document_type: "annual_securities_report", subject: null, section_id: null },
    ...{ issuer_name: security_code === null ? null : `Issuer ${security_code}`, page_number: 1, original_id: null },
    ...{
      issuer_name_en: null,
      input: null,
      byte_size: 1,
      opened: false,
      unreadable: false,
      incomplete: false,
      parts_missing: false,
      snippet: null,
      snippet_unread: null,
      standing: {},
    },
  };
}

describe("groups of what is owned", () => {
  it("are an issuer's documents with their things, and questions last", () => {
    const groups = ownedGroups([
      item("a", "1301", "D1"),
      item("b", "1301", "D1"),
      item("c", "1301", "D2"),
      item("d", "7203", "D3"),
      item("e", null, null),
    ]);
    expect(
      groups.map((each) => [each.code, each.documents.map((one) => one.items.map((it) => it.artifact_id))]),
    ).toEqual([
      ["1301", [["a", "b"], ["c"]]],
      ["7203", [["d"]]],
      [null, [["e"]]],
    ]);
  });

  it("keep every item and the order of the list", () => {
    const items = [item("a", "1301", "D1"), item("b", "7203", "D2"), item("c", "1301", "D1")];
    const shown = ownedGroups(items).flatMap((each) => each.documents.flatMap((one) => one.items));
    expect(shown).toEqual(items);
  });
});

describe("the library's address", () => {
  it("leaves out what is as usual, and the list is asked for by issuer", () => {
    const usual = ownedFiltersFrom({});
    expect(Object.values(ownedAddress(usual)).filter((each) => each !== undefined && each !== "")).toEqual([]);
    expect(ownedItemsQuery(usual)["sort"]).toBe("issuer");
  });

  it("gives back what it was made from, and nothing else", () => {
    const filters = { query: "売上", kind: "pages", code: "7203", sort: "credits", neverOpened: true } as const;
    const written = Object.fromEntries(
      Object.entries(ownedAddress(filters)).map(([name, value]) => [name, String(value)]),
    );
    expect(ownedFiltersFrom(written)).toEqual(filters);
    expect(ownedFiltersFrom({ kind: "cheese", sort: "colour" })).toEqual(ownedFiltersFrom({}));
  });
});
