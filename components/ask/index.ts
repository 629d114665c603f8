export { AnswerPage } from "./AnswerPage.tsx";
export { AskPage } from "./AskPage.tsx";
export { PrintedSources } from "./PrintedSources.tsx";
