/** The page at the address of something shared, where it is this feature's; a feature's line goes with it. */
export { shared as ask } from "./ask/shared-slot.tsx";
export { shared as check } from "./check/shared-slot.tsx";
