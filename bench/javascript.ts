/** bench: the JavaScript that each page loads first, in kB gzipped and in scripts. */
import { request } from "@playwright/test";
import { findMarket, pagesOf } from "../e2e/market.ts";
import { inBrowser } from "./web/browser.ts";
import { benchData } from "./web/data.ts";
import { atMost, reportWithoutGoal } from "./web/figures.ts";
import { scriptWeight } from "./web/page-weight.ts";
import { signIn, startApp } from "./web/running-app.ts";

const goalKb = 200;
const goalScripts = 15;

const app = await startApp(await benchData());
const session = await signIn(app);
const api = await request.newContext({ baseURL: app.url, storageState: session });
const pages = pagesOf(await findMarket(api));
await api.dispose();
// Sizes don't vary, so each is measured once.
for (const [name, address] of Object.entries({ "sign-in": "/sign-in", ...pages })) {
  const state = name === "sign-in" ? {} : { storageState: session };
  const weight = await inBrowser({ ...state, baseURL: app.url }, ({ context }) => scriptWeight(context, address));
  // Only a page with an open PDF loads the PDF viewer.
  if (name === "original") reportWithoutGoal(`${name} (with the PDF viewer), kB`, [weight.kb]);
  else atMost(`${name}, kB`, [weight.kb], goalKb);
  atMost(`${name}, scripts`, [weight.scripts], goalScripts);
}
await app.stop();
