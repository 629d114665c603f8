import { type FreeHandler, given } from "../handler.ts";

export const searchIssuers: FreeHandler<"searchIssuers"> = {
  kind: "free",
  async respond({ q, limit }, { catalog }) {
    return { issuers: await catalog.searchIssuers(given(q), given(limit)) };
  },
};
