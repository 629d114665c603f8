/** The menu stands beneath the selection, else above it, and never over it. */

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Placing {
  readonly selection: Box;
  /** The pane without its toolbar. */
  readonly view: Box;
  /** The toolbar above the text, which hides what scrolls under it. */
  readonly toolbar: Pick<Box, "top" | "bottom">;
  readonly menu: { readonly width: number; readonly height: number };
  /** The space between selection and menu: fingers need room for the handles. */
  readonly gap: number;
}

/** Undefined while no selected word is in view. */
export function placeMenu({ selection, view, toolbar, menu, gap }: Placing): { top: number; left: number } | undefined {
  if (selection.bottom <= view.top || selection.top >= view.bottom) return undefined;
  const left = Math.max(view.left, Math.min(selection.left, view.right - menu.width));
  const below = selection.bottom + gap;
  if (below + menu.height <= view.bottom) return { top: below, left };
  const above = selection.top - gap - menu.height;
  if (above >= view.top) return { top: above, left };
  // The selection fills the view, so the only place without selected words is the toolbar.
  return { top: Math.max(0, toolbar.bottom - menu.height), left };
}
