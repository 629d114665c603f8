import type { Route } from "next";

type Press = Pick<MouseEvent, "defaultPrevented" | "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "target">;

/** The link of this app that a press opens in this tab; all others are the browser's to follow. */
export function pressedLink(press: Press): HTMLAnchorElement | undefined {
  if (press.defaultPrevented || press.button !== 0) return undefined;
  if (press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return undefined;
  const link = press.target instanceof Element ? press.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return undefined;
  return link.target === "" && !link.hasAttribute("download") ? link : undefined;
}

export function addressOf(link: HTMLAnchorElement): Route {
  // What a link of our own pages says is an address of the app.
  return (link.pathname + link.search + link.hash) as Route;
}
