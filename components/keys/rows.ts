/**
 * `j` and `k` move through the rows of a page: all elements marked `data-row`, in document order. The focus goes to the
 * row's link marked `data-row-link`, else to its first link or control, so that Enter opens it.
 */
export function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")].filter((row) => row.offsetParent !== null);
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here === -1 ? rows[step === 1 ? 0 : rows.length - 1] : rows[here + step];
  const target =
    next?.querySelector<HTMLElement>("[data-row-link]") ??
    next?.querySelector<HTMLElement>("a[href], button, [tabindex]");
  if (target === null || target === undefined) return false;
  target.focus();
  next?.scrollIntoView({ block: "nearest" });
  return true;
}
