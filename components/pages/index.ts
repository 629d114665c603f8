export { type PageBox, shownRatio } from "./geometry";
export { columnWidth, readViewState, type ViewState, zoomed } from "./page-state";
export { PageViewer } from "./PageViewer";
export { spaceFor } from "./spacers";
export type { ViewerData } from "./viewer-data";
export { useWindow } from "./use-window";
