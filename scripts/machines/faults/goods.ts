import { z } from "zod";
import type { SinglePurchase } from "../../../lib/spending/wire.ts";
import type { Browser } from "./browser.ts";

/** Single things: a caller who buys two of them buys nothing twice. */
export interface Goods {
  readonly documents: readonly string[];
  readonly things: readonly SinglePurchase[];
}

const Listed = z.looseObject({
  documents: z.array(z.looseObject({ document_id: z.string(), content_status: z.string() })),
});
const Toc = z.looseObject({
  toc: z.array(z.looseObject({ section_id: z.string(), parent_section_id: z.string().nullish() })),
});
const Originals = z.looseObject({
  originals: z.array(z.looseObject({ original_id: z.string() })),
});

const documentsMax = 24;

export async function readGoods(browser: Browser): Promise<Goods> {
  const read = async <T>(schema: z.ZodType<T>, target: string): Promise<T> => {
    const answer = await browser.get(target);
    if (answer?.status !== 200) throw new Error(`${target} answered ${answer?.status ?? "nothing"}`);
    return schema.parse(JSON.parse(answer.bytes.toString()));
  };
  const { documents } = await read(Listed, "/api/v1/documents?timeline_since=2000-01-01&limit=100");
  const ids = documents
    .filter(({ content_status: status }) => status === "ready")
    .map(({ document_id: id }) => id)
    .slice(0, documentsMax);
  const things: SinglePurchase[] = [];
  for (const document_id of ids) {
    const { toc } = await read(Toc, `/api/v1/documents/${document_id}/toc`);
    const { originals } = await read(Originals, `/api/v1/documents/${document_id}/originals`);
    const parents = new Set(toc.map(({ parent_section_id: parent }) => parent));
    const leaves = toc.filter(({ section_id: id }) => !parents.has(id));
    things.push(
      { kind: "pages", document_id, pages: [1] },
      ...leaves.map(({ section_id: id }): SinglePurchase => ({ kind: "sections", document_id, sections: [id] })),
      ...originals.map(({ original_id }): SinglePurchase => ({ kind: "original", document_id, original_id })),
    );
  }
  return { documents: ids, things };
}
