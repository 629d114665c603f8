export { type PageBox, pageBoxes, shownRatio } from "./geometry";
export { columnWidth, readViewState, type ViewState, zoomed } from "./page-state";
export { PageViewer } from "./PageViewer";
export { spaceFor } from "./spacers";
export { useWindow } from "./use-window";
