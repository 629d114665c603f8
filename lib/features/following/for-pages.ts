/** Exports for its pages and routes; see lib/for-pages.ts. */

export { manifest } from "./manifest.ts";
export { deskUpdates } from "./desk-view.ts";
export { mailDeps, mailOutcomes, serveConfirmMail, serveEndLink, serveEndMail } from "./mail/serve-mail.ts";
export { askForMail, changeMail, endMail } from "./mail/subscribe.ts";
export { serveFeed } from "./serve-feed.ts";
export { sourceTitles, titleOf } from "./source-titles.ts";
export { endStandingSearch, standSearch } from "./standing-words.ts";
export { subscriptionFacts } from "./subscription-facts.ts";
export {
  endFeed,
  endWebhook,
  makeFeed,
  makeWebhook,
  resumeWithKey,
  testWebhook,
} from "./subscriptions.ts";
