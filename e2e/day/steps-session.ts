import { api, routes } from "../../lib/routes.ts";
import type { Scene, Step } from "./scene.ts";
import { Fault } from "./tab.ts";

/** Signing out in one browser while the other reads on. */
export const sessionSteps: readonly Step[] = [{ name: "sign out", weight: 2, run: signOut }];

export async function signOut({ otherTab, tab, signInAgain }: Scene): Promise<void> {
  const account = await otherTab.page(routes.account());
  const csrfToken = /name="csrfToken" value="([0-9a-f]+)"/.exec(account)?.[1];
  if (csrfToken === undefined) throw new Fault("the account page has no form to sign out");
  try {
    await otherTab.form(api.signOut(), { csrfToken, callbackUrl: routes.signIn() });
    await otherTab.get(api.credits(), [401]);
  } finally {
    // A request that was given up may have signed out all the same.
    await signInAgain();
  }
  await tab.get(api.credits());
}
