export { Lookup } from "./Lookup.tsx";
