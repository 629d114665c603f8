export { AnswerPage } from "./AnswerPage.tsx";
export { AskPage } from "./AskPage.tsx";
export { SharedAnswer } from "./SharedAnswer.tsx";
