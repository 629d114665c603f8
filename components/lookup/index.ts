export { Lookup } from "./Lookup.tsx";
export { rememberIssuers } from "./remember.ts";
export { useIssuers } from "./use-issuers.ts";
