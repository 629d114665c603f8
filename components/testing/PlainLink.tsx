import type { AnchorHTMLAttributes } from "react";

/** Replaces Next's link in tests without a router: a plain link. */
export default function PlainLink({
  prefetch: _,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { prefetch?: boolean }) {
  return <a {...props} />;
}
