export { formFromQuery, formToInput } from "./search-form";
export { SearchPage } from "./SearchPage";
