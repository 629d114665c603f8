import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import cost from "@/messages/en/cost.json";
import search from "@/messages/en/search.json";

export interface Mounted {
  readonly element: HTMLElement;
  show(children: ReactNode): void;
  leave(): void;
}

/** Mounts a component with the messages and the query cache that it has in the app. */
export function mount(children: ReactNode): Mounted {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  const client = makeQueryClient();
  const show = (each: ReactNode) =>
    root.render(
      <WordsProvider locale="en" messages={{ cost, search }}>
        <QueryClientProvider client={client}>{each}</QueryClientProvider>
      </WordsProvider>,
    );
  show(children);
  return {
    element,
    show,
    leave() {
      root.unmount();
      element.remove();
    },
  };
}
