export { FirstReadSlot } from "./FirstReadSlot.tsx";
