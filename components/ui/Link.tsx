import type { Route } from "next";
import NextLink from "next/link";
import type { AnchorHTMLAttributes, MouseEventHandler } from "react";

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "onClick" | "onMouseEnter" | "onTouchStart"> {
  readonly href: Route;
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
  /** False: the next page is shown where this one is scrolled to. */
  readonly scroll?: false;
}

/**
 * A link to another page of the app. Next would load every page whose link comes into view, and most pages ask the
 * service for what they show; components/load-ahead loads the free ones whose link is pointed at.
 */
export function Link(props: Props) {
  return <NextLink prefetch={false} {...props} />;
}
