export { FetchSectionAgain } from "./FetchSectionAgain";
export { Reader } from "./Reader";
