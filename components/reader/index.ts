export { FetchSectionAgain } from "./FetchSectionAgain";
export { Reader } from "./Reader";
export type { ReadingData } from "./reading-data";
