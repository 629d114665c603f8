import type { Cell } from "./blocks.ts";

export function textOf(placed: { readonly cell: Cell }): string {
  return placed.cell.blocks
    .map((block) => (block.kind === "paragraph" || block.kind === "heading" ? block.text : ""))
    .join("\n");
}

const figureText = /^[※*＊注()（）0-9０-９,，.．△▲+\-－―‐–—%％円銭株名人社百万千億\s]+$/;

export function isFigure(placed: { readonly cell: Cell }): boolean {
  return placed.cell.figure || figureText.test(textOf(placed));
}
