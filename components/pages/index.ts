export { type PageBox, shownRatio } from "./geometry";
export { NoPages } from "./NoPages.tsx";
export { PageGrid } from "./PageGrid";
export { PageViewer } from "./PageViewer";
export { columnWidth, readViewState, type ViewState, zoomed } from "./page-state";
export { spaceFor } from "./spacers";
export { useWindow } from "./use-window";
