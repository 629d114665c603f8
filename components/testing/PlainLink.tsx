import type { AnchorHTMLAttributes } from "react";

/** Stands for Next's link where no router is: a link like any other. */
export default function PlainLink({
  prefetch: _,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { prefetch?: boolean }) {
  return <a {...props} />;
}
