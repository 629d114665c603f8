export { LoadAheadSlot } from "./LoadAheadSlot.tsx";
