import type { ReactNode } from "react";

/** One part in one state, with the name under which it is looked up. Plain styles, so that none of ours come of it. */
export function Example({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div data-example={name} style={{ padding: "12px 0", borderTop: "1px solid var(--color-line)" }}>
      <p className="text-12/ui text-muted" lang="en">
        {name}
      </p>
      {children}
    </div>
  );
}
