export { NewsOverview } from "./NewsOverview";
export { NewsPage } from "./NewsPage";
export { answerQuery, newsFormFromQuery, newsQuestion } from "./news-form";
export { citedBy, readNewsAnswer } from "./statements";
