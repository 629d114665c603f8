export { renderCached } from "./cache.ts";
export { type Rendered, type RenderOptions, renderMarkdown } from "./render.ts";
export { type Piece, splitSections, subtreeOf, type TocNode } from "./split-sections.ts";
