export { AskPage } from "./AskPage.tsx";
export { AnswerPage } from "./AnswerPage.tsx";
export { SharedAnswer } from "./SharedAnswer.tsx";
