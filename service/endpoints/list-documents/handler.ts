import { timelineSpan } from "../dates.ts";
import { type FreeHandler, given } from "../handler.ts";

export const listDocuments: FreeHandler<"listDocuments"> = {
  kind: "free",
  async respond(input, { catalog, cursors, nowMs }) {
    const { cursor, limit, ...filters } = input;
    const after = cursor === undefined ? undefined : cursors.read("listDocuments", filters, cursor, nowMs());
    const page = await catalog.listDocuments({ ...filters, ...timelineSpan(filters) }, after, given(limit));
    const next_cursor = page.next === undefined ? null : cursors.write("listDocuments", filters, page.next, nowMs());
    return { documents: page.records, next_cursor };
  },
};
