"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useState, useSyncExternalStore } from "react";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { contentTiersKey } from "@/lib/next/queries/content-tiers";
import { creditsKey } from "@/lib/next/queries/credits";
import type { NamespaceMessages } from "@/lib/text/i18n/namespaces";
import type { Locale } from "@/lib/text/i18n/words";
import { credits, sizes } from "./examples.ts";
import { PaidStages } from "./PaidStages.tsx";
import { Controls, Lists, Reading } from "./Parts.tsx";
import { coloursIn, Tokens } from "./Tokens.tsx";

/** With the smallest width at which a component looks as on a wide screen. */
const parts: readonly (readonly [string, number, () => ReactNode])[] = [
  ["Tokens", 420, Tokens],
  ["Paid controls", 420, PaidStages],
  ["Controls", 420, Controls],
  ["Lists", 880, Lists],
  ["Reading", 720, Reading],
];

/** Every token, control and state, in both languages and themes side by side: the reference of the look. */
export function Look({ messages }: { readonly messages: Readonly<Record<Locale, NamespaceMessages>> }) {
  return (
    <main lang="en" style={{ padding: 24 }}>
      <h1 className="h-page">The look</h1>
      {parts.map(([title, widthPx, Part]) => (
        <section key={title}>
          <h2>{title}</h2>
          <div style={{ display: "grid", gridTemplateColumns: `repeat(auto-fit, minmax(${widthPx}px, 1fr))`, gap: 16 }}>
            {(["en", "ja"] as const).flatMap((locale) =>
              (["light", "dark"] as const).map((theme) => (
                <Panel key={`${locale} ${theme}`} {...{ locale, theme }} messages={messages[locale]}>
                  <Part />
                </Panel>
              )),
            )}
          </div>
        </section>
      ))}
    </main>
  );
}

interface PanelProps {
  readonly locale: Locale;
  readonly theme: "light" | "dark";
  readonly messages: NamespaceMessages;
  readonly children: ReactNode;
}

const box: CSSProperties = { padding: 16, minWidth: 0 };
const known = new Map<string, CSSProperties>();
const unknown: CSSProperties = {};

function useColours(theme: "light" | "dark"): CSSProperties {
  return useSyncExternalStore(
    () => () => undefined,
    () => {
      const colours = known.get(theme) ?? coloursIn(theme);
      known.set(theme, colours);
      return colours;
    },
    () => unknown,
  );
}

/** One language and theme. Its cache is filled with examples that never expire, so that nothing is requested. */
function Panel({ locale, theme, messages, children }: PanelProps) {
  const [client] = useState(() => {
    const made = makeQueryClient();
    made.setQueryData(creditsKey, credits, { updatedAt: Date.now() + 365 * 24 * 3_600_000 });
    made.setQueryData(contentTiersKey, sizes.tiers);
    return made;
  });
  const colours = useColours(theme);
  return (
    <WordsProvider {...{ locale, messages }}>
      <QueryClientProvider client={client}>
        <div
          data-panel={`${locale} ${theme}`}
          lang={locale}
          style={{
            ...colours,
            colorScheme: theme,
            background: "var(--color-paper)",
            color: "var(--color-ink)",
            ...box,
          }}
        >
          {children}
        </div>
      </QueryClientProvider>
    </WordsProvider>
  );
}
