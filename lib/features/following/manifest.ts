import { partOf } from "../../running-app.ts";
import type { Feature } from "../feature.ts";
import { UpdateChecks } from "./checks.ts";
import { FeedNetworks } from "./feed-networks.ts";
import { forgetRefusedKey } from "./kept-key.ts";
import { startUpdates } from "./schedule.ts";

export const following: Feature = {
  name: "following",
  about: "what is new: checks, feeds, webhooks",
  files: [
    "app/api/feeds",
    "app/api/kept-key",
    "app/api/saved-searches/standing",
    "app/api/updates",
    "app/api/webhooks",
    "app/feeds",
    "components/updates",
    "lib/next/queries/updates.ts",
  ],
  parts: (app) => [new UpdateChecks(app), new FeedNetworks()],
  start: async (app) => startUpdates(app),
  keyRefused: forgetRefusedKey,
  bounded(app) {
    const { asked } = partOf(app, FeedNetworks);
    return [
      {
        name: "hiraku_web_feed_networks",
        help: "Networks whose requests for feeds are counted.",
        size: asked.size,
        max: asked.max,
      },
      {
        name: "hiraku_web_update_checks",
        help: "Checks for new documents that are running, at most one for each owner.",
        size: partOf(app, UpdateChecks).running,
        max: undefined,
      },
    ];
  },
};
