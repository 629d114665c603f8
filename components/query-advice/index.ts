export { QueryAdvice } from "./QueryAdvice";
export { queryFault } from "./query-fault";
