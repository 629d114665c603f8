export { FetchSectionAgain } from "./FetchSectionAgain";
export { Reader } from "./Reader";
export type { ReadingContents, ReadingData } from "./reading-data";
