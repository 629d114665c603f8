export { newsFormFromQuery } from "./news-form";
export { NewsPage } from "./NewsPage";
