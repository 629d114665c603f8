/** Acts at a saved search that features bring; a feature's line goes with it. */
export { Standing as following } from "./updates/standing-slot.tsx";
