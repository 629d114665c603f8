import type { SearchBacklog } from "../port.ts";

/** Of a search in a test that is about something else. */
export const nothingBehind: SearchBacklog = {
  documentsBehind: async () => ({ publications: 0, forMs: 0 }),
  newsBehind: async () => ({ publications: 0, forMs: 0 }),
};
