import { ann, at } from "../../../spending/testing/purchase-setup.ts";
import { simulatedChecks, simulatedFinds } from "../simulation/sample-checks.ts";

/** In the app of the purchase tests. */
export const sampleChecks = () => simulatedChecks(at.app);
export const sampleFinds = () => simulatedFinds(at.app, ann);
