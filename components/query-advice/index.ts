export { QueryAdvice } from "./QueryAdviceInPlace.tsx";
export { useQueryFault } from "./use-query-fault.ts";
