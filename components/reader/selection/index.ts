export { SelectionMenu } from "./SelectionMenu";
export { type SelectedPassage, selectedPassage } from "./selected-passage";
