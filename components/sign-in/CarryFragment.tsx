"use client";

import { useEffect, useRef } from "react";

/**
 * A quote link names its passage after the `#`, which browsers never send. It stays in this page's address; put on
 * the form's address it goes with the redirect that follows, to whatever path the server has found safe.
 */
export function CarryFragment() {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = ref.current?.closest("form");
    if (form === null || form === undefined) return;
    const carry = () => {
      const target = new URL(form.getAttribute("action") ?? "", location.href);
      target.hash = location.hash;
      form.setAttribute("action", target.pathname + target.search + target.hash);
    };
    form.addEventListener("submit", carry);
    return () => form.removeEventListener("submit", carry);
  }, []);
  return <span hidden ref={ref} />;
}
