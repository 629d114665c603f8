import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ArtifactRow, DocumentSnapshotRow } from "../../store/artifacts.ts";
import { sectionTree, subtree } from "../../text/toc/section-tree.ts";
import { loadOwnedSections } from "../pricing/owned-sections.ts";
import { isOwned as isOwnedNode } from "../pricing/section-plan.ts";
import { SectionTexts } from "./section-texts.ts";

/** A table of contents over the same words: how deep each heading stands, and how many paragraphs are beneath it. */
interface Outline {
  readonly levels: readonly number[];
  readonly sizes: readonly number[];
}

const paragraph = (at: number) => `〔${at}〕の段落です。本文は見出しごとに異なります。\n\n`;
const tag = (text: string) => `1-k.${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;

/** Sections of whole paragraphs; an id says the path, as the service's ids do. */
function contentsOf({ levels, sizes }: Outline) {
  let at = 0;
  const own = sizes.map((size) => Array.from({ length: size }, () => paragraph(at++)).join(""));
  const path: string[] = [];
  const flat = levels.map((level, index) => {
    const depth = Math.min(level, path.length + 1);
    path.length = depth - 1;
    // A heading is its first paragraph's: the same words have the same heading in every outline.
    const title = /\d+/.exec(own[index] ?? "")?.[0] ?? String(index);
    const parent = path.length === 0 ? null : path.join("/");
    path.push(title);
    return { section_id: path.join("/"), title, level: depth, parent_section_id: parent, own: own[index] ?? "" };
  });
  const tree = sectionTree(flat.map((each) => ({ ...each, character_count: null })));
  const textOf = (id: string) => {
    const node = tree.byId.get(id);
    const inside = node === undefined ? [] : subtree(tree, node);
    return inside.map((each) => flat[each.position]?.own ?? "").join("");
  };
  const toc = flat.map(({ own: words, ...entry }) => {
    const text = textOf(entry.section_id);
    const tags = { content_tag: tag(text), own_content_tag: tag(words) };
    return { ...entry, title_en: null, page_number: null, character_count: [...text].length, ...tags };
  });
  const answer = { document_id: "D1", content_tiers: [], toc, missing_parts: [], moved_sections: [] };
  return { json: JSON.stringify(answer), tree: sectionTree(toc), textOf, ids: toc.map((each) => each.section_id) };
}

const artifact: ArtifactRow = {
  ...{ artifact_id: "", intent_id: "i", owner_id: "o", upstream: "u", kind: "sections", params: "", epoch: 0 },
  ...{
    document_id: "D1",
    page_number: null,
    original_id: null,
    sha256: "",
    byte_size: 1,
    media_type: "application/json",
  },
  ...{ file_name: null, unreadable: null, hit_count: null, search_behind: null, toc: null, stored_at: 0 },
};
const card: DocumentSnapshotRow = {
  ...{ owner_id: "o", upstream: "u", document_id: "D1", title: null, document_type: null, security_code: null },
  ...{ issuer_name: null, issuer_name_en: null, summary: "", toc: null, pages: null, originals: null, noted_at: 0 },
};

function storeOf(present: string, then: ReturnType<typeof contentsOf>, bought: readonly string[]) {
  const sections = bought.map((id) => ({ section_id: id, artifact_id: `a ${id}` }));
  const artifacts = bought.map((id) => ({ ...artifact, artifact_id: `a ${id}`, toc: then.json, sha256: id }));
  const rows = {
    artifacts: {
      ownedSections: async () => sections,
      artifactsOfDocument: async () => artifacts,
      snapshot: async () => ({ ...card, toc: present }),
      contentOf: async () => undefined,
      artifactOf: async (_: string, id: string) => artifacts.find((each) => each.artifact_id === id),
    },
  };
  const body = (id: string) =>
    JSON.stringify({
      ...{ document_id: "D1", content_format: "markdown", content: then.textOf(id), sections_returned: [id] },
      content_sections: [{ section_id: id, title: null, content: then.textOf(id) }],
    });
  const deps = { bodies: { read: async (id: string) => Buffer.from(body(id)) } };
  return { rows, deps };
}

const paragraphs = 12;
const outline: fc.Arbitrary<Outline> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: paragraphs,
  })
  .map((rows) => {
    let left = paragraphs;
    const kept = rows.flatMap(([level, size]) => {
      const taken = Math.min(size, left);
      left -= taken;
      return taken === 0 ? [] : [[level, taken] as const];
    });
    return {
      levels: kept.map(([level]) => level),
      sizes: kept.map(([, size], at) => (at === kept.length - 1 ? size + left : size)),
    };
  });

test("divided anew, what was bought stays owned and what was not is never given", async () => {
  let owned = 0;
  await fc.assert(
    fc.asyncProperty(outline, outline, fc.array(fc.nat(30), { maxLength: 4 }), async (before, after, chosen) => {
      const [then, now] = [contentsOf(before), contentsOf(after)];
      const bought = [...new Set(chosen.flatMap((at) => then.ids[at % then.ids.length] ?? []))];
      const { rows, deps } = storeOf(now.json, then, bought);
      const paid = bought.map((id) => then.textOf(id)).join("");
      const holdings = { whole: false, owned: (await loadOwnedSections(rows, "o", "u", "D1")).ids };
      const paidTexts = new Set(
        then.tree.nodes
          .filter((node) => isOwnedNode(node, { whole: false, owned: new Set(bought) }))
          .map(({ id }) => then.textOf(id)),
      );
      const texts = new SectionTexts(deps, rows, { ownerId: "o", upstream: "u" }, "D1", now.tree);
      for (const node of now.tree.nodes) {
        const isOwned = isOwnedNode(node, holdings);
        const words = now.textOf(node.id).match(/〔\d+〕/g) ?? [];
        if (isOwned) {
          owned++;
          expect(
            words.every((each) => paid.includes(each)),
            "nothing is given that was not paid",
          ).toBe(true);
          const found = await texts.textOf(node.id);
          for (const each of words) expect(found?.content, "what is owned can be read").toContain(each);
        }
        if (paidTexts.has(now.textOf(node.id))) expect(isOwned, "the same words cost nothing again").toBe(true);
        // The same division in other places: whatever has been paid is owned.
        const isSameDivision = before.sizes.join() === after.sizes.join();
        if (isSameDivision && words.every((each) => paid.includes(each))) expect(isOwned).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
  expect(owned).toBeGreaterThan(100);
});

test("the same headings placed otherwise cost nothing again", async () => {
  await fc.assert(
    fc.asyncProperty(
      outline,
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: paragraphs, maxLength: paragraphs }),
      async (before, levels) => {
        const [then, now] = [
          contentsOf(before),
          contentsOf({ ...before, levels: levels.slice(0, before.sizes.length) }),
        ];
        const roots = then.tree.roots.map(({ id }) => id);
        const { rows } = storeOf(now.json, then, roots);
        const holdings = { whole: false, owned: (await loadOwnedSections(rows, "o", "u", "D1")).ids };
        expect(now.tree.nodes.every((node) => isOwnedNode(node, holdings))).toBe(true);
      },
    ),
  );
});
