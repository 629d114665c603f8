import type { Route } from "next";
import type { AnchorHTMLAttributes } from "react";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: Route;
  /** False: the next page is shown where this one is scrolled to. */
  readonly scroll?: false;
}

/**
 * A link to another page of the app. It is plain HTML, also where the server renders it: nothing of it has to be taken
 * over, and the frame follows all of them without a reload (use-followed-links.ts).
 */
export function Link({ scroll, ...anchor }: Props) {
  return <a data-soft={scroll === false ? "in-place" : ""} {...anchor} />;
}
