export { StandingMarks } from "./StandingMarks.tsx";
export { StandingNotice } from "./StandingNotice.tsx";
export { standingHtml } from "./standing-html.ts";
