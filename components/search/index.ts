export { formFromQuery } from "./search-form";
export { SearchPage } from "./SearchPage";
