export type { ReadingData } from "../../lib/reading/reading-data";
export { FetchSectionAgain } from "./FetchSectionAgain";
export { Reader } from "./Reader";
