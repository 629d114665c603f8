/** Exports for its pages and routes; see lib/for-pages.ts. */

export { manifest } from "./manifest.ts";
export {
  grantCredits,
  makeKey,
  operatorOutcomes,
  revokeKey,
  signInOperator,
  signOutOperator,
  tryAgain,
} from "./changes.ts";
export { operatorPage } from "./page.ts";
