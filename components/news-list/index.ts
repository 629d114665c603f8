export { answerQuery, newsFormFromQuery, newsQuestion } from "./news-form";
export { NewsOverview } from "./NewsOverview";
export { NewsPage } from "./NewsPage";
export { citedBy, readNewsAnswer } from "./statements";
