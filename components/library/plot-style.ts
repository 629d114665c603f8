/**
 * Removes the stylesheet that the plotting library adds to a plot: the content security policy forbids styles added by
 * scripts, and library.css has the rules.
 */
export function withoutOwnStyle<T extends Element>(plot: T): T {
  for (const style of plot.querySelectorAll("style")) style.remove();
  return plot;
}
