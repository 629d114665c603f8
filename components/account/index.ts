export { DisplaySettings } from "./DisplaySettings.tsx";
export { KeySection, type LinkedKey, type LinkOutcome, linkOutcomes } from "./KeySection.tsx";
export { LimitsTable, type ShownLimit } from "./LimitsTable.tsx";
export { SignOut } from "./SignOut.tsx";
