export { StandingMarks } from "./StandingMarks.tsx";
export { StandingNotice } from "./StandingNotice.tsx";
