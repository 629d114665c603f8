/** Sections of the account page that features bring: a feature's line goes with it. */

export { Account as programs } from "./agents/account-slot.tsx";
export { Account as following } from "./updates/account-slot.tsx";
