export { LoadAhead } from "./LoadAhead.tsx";
