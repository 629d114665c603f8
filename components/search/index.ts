export { SearchPage } from "./SearchPage";
export { formFromQuery, formToInput } from "./search-form";
