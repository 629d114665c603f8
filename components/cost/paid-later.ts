/**
 * What a paid action needs once it is pressed, in one script that comes after the page: loaded before a purchase can
 * run, since a broken connection would also keep its outcome from being shown.
 */
export { keepFocus } from "./keep-focus.ts";
export { Outcome } from "./Outcome.tsx";
export { askPrice, orderConfirmed } from "./run-purchase.ts";
