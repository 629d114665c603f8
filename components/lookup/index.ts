export { Lookup } from "./Lookup.tsx";
export { rememberIssuers } from "./remember.ts";
