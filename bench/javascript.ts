/** bench: the JavaScript that each page loads first, in kB gzipped, beside a near-empty page of the same framework. */
import { request } from "@playwright/test";
import { findMarket, pagesOf } from "../e2e/market.ts";
import { inBrowser } from "./web/browser.ts";
import { benchData } from "./web/data.ts";
import { signIn, startApp } from "./web/running-app.ts";
import { aside, atMost } from "./web/figures.ts";
import { scriptWeight } from "./web/page-weight.ts";

/** What react-dom and the router alone come to, measured once on a page without anything. */
const floorKb = 142;
const goalKb = 185;

const app = await startApp(await benchData());
const session = await signIn(app);
const api = await request.newContext({ baseURL: app.url, storageState: session });
const pages = pagesOf(await findMarket(api));
await api.dispose();
// Bytes are bytes: one look at each is enough.
for (const [name, address] of Object.entries({ "sign-in": "/sign-in", ...pages })) {
  const state = name === "sign-in" ? {} : { storageState: session };
  const weight = await inBrowser({ ...state, baseURL: app.url }, ({ context }) => scriptWeight(context, address));
  // A PDF brings its viewer along, where it is open and nowhere else.
  if (name === "original") aside(`${name} (with the PDF viewer), kB`, [weight]);
  else atMost(`${name}, kB`, [weight], goalKb);
}
console.log(`a near-empty page: ${floorKb} kB`);
await app.stop();
