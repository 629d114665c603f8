import type { ReactNode } from "react";

/** One component in one state, with its name. Plain styles, so that it adds none to the app's stylesheet. */
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
