export { rememberIssuers } from "./known-issuers.ts";
export { Lookup } from "./Lookup.tsx";
