export { Freshness } from "./Freshness.tsx";
