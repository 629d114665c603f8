import { partOf } from "../../running-app.ts";
import type { Feature } from "../feature.ts";
import { UpdateChecks } from "./checks.ts";
import { FeedNetworks } from "./feed-networks.ts";
import { forgetRefusedKey } from "./kept-key.ts";
import { Mailer } from "./mail/mailer.ts";
import { startUpdates } from "./schedule.ts";
import { endStandingSearch } from "./standing-words.ts";
import { isFollowedOutside } from "./subscriptions.ts";

export const manifest: Feature = {
  name: "following",
  about: "what is new: checks, feeds, webhooks, mails",
  files: [
    "app/api/feeds",
    "app/api/kept-key",
    "app/api/mail",
    "app/api/saved-searches/standing",
    "app/api/updates",
    "app/api/webhooks",
    "app/feeds",
    "app/mail",
    "components/updates",
    "e2e/updates.e2e.ts",
    "lib/next/queries/updates.ts",
  ],
  parts: (app) => [new UpdateChecks(app), new FeedNetworks(), new Mailer()],
  start: async (app) => startUpdates(app),
  keyRefused: forgetRefusedKey,
  usesSource: isFollowedOutside,
  searchForgotten: endStandingSearch,
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
