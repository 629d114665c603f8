export { pageBoxes } from "./geometry";
export { readViewState } from "./page-state";
export { PageViewer } from "./PageViewer";
export type { ViewerData } from "./viewer-data";
