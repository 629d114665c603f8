export { Reader } from "./Reader";
export { NoSection, SectionProblem, Unreadable } from "./SectionStates.tsx";
