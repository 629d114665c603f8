import type { AnchorHTMLAttributes } from "react";
import { pushed } from "./router.ts";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly prefetch?: boolean;
  readonly scroll?: boolean;
}

/** Replaces Next's link in tests without a router: nothing moves, and the address of a link that is pressed is noted. */
export default function Link({ prefetch: _prefetch, scroll: _scroll, onClick, ...anchor }: Props) {
  return (
    <a
      {...anchor}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        pushed.push(anchor.href ?? "");
      }}
    />
  );
}
