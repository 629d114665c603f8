/**
 * A plot without the stylesheet that the library puts into it: our policy lets no script add styles, and the rules
 * stand in library.css.
 */
export function styledByUs<T extends Element>(plot: T): T {
  for (const style of plot.querySelectorAll("style")) style.remove();
  return plot;
}
