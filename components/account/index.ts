export { DisplaySettings } from "./DisplaySettings.tsx";
export { KeySection, LibraryKeys, linkOutcomes } from "./KeySection.tsx";
export { Limits } from "./LimitsTable.tsx";
export { RecoveryCode } from "./RecoveryCode.tsx";
export { Sessions, sessionOutcomes } from "./Sessions.tsx";
export { SignOut } from "./SignOut.tsx";
