/**
 * Removes what the plotting library adds to a plot beyond its drawing: a stylesheet, which the content security policy
 * forbids and for which components.css has rules, and English names of groups that have no role, which a screen reader
 * may not read. The plot's own label says what it shows.
 */
export function withoutLibraryExtras<T extends Element>(plot: T): T {
  for (const style of plot.querySelectorAll("style")) style.remove();
  for (const group of plot.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  return plot;
}
