"use client";

import type { ComponentProps } from "react";
import { WordsProvider } from "@/lib/next/provider";
import { ServiceProvider } from "@/lib/next/queries/service-provider";
import { Frame } from "./Frame.tsx";
import { QueryProvider } from "./QueryProvider.tsx";

interface Props
  extends ComponentProps<typeof Frame>,
    Pick<ComponentProps<typeof QueryProvider>, "seed">,
    Pick<ComponentProps<typeof ServiceProvider>, "away"> {
  readonly words: Omit<ComponentProps<typeof WordsProvider>, "children">;
}

/**
 * Messages, query cache and frame in one client component: the server sends each client component, and each element
 * between them, by itself with every page.
 */
export function Shell({ words, seed, away, ...frame }: Props) {
  return (
    <WordsProvider {...words}>
      <QueryProvider seed={seed}>
        <ServiceProvider away={away}>
          <Frame {...frame} />
        </ServiceProvider>
      </QueryProvider>
    </WordsProvider>
  );
}
