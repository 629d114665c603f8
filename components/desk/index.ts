export { Dateline } from "./Dateline.tsx";
export { AboutLine, ContinueSection, FollowingSection, LatestSection, NewsSection } from "./sections.tsx";
