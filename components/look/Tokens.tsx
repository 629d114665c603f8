"use client";

import { type CSSProperties, useSyncExternalStore } from "react";

/** Every custom property that the stylesheets declare for the whole document, by its purpose. */
interface Tokens {
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  readonly faces: readonly string[];
  readonly shadows: readonly string[];
  readonly others: readonly string[];
}

const none: Tokens = { colours: [], sizes: [], faces: [], shadows: [], others: [] };
let read: Tokens | undefined;

/**
 * The colours of a theme. The stylesheet sets them for the whole document, so the document is switched to that theme
 * while they are read; nothing is drawn in between.
 */
export function coloursIn(theme: "light" | "dark"): CSSProperties {
  const root = document.documentElement;
  const before = root.dataset["theme"];
  root.dataset["theme"] = theme;
  const style = getComputedStyle(root);
  const values = readTokens().colours.map((name) => [name, style.getPropertyValue(name)] as const);
  if (before === undefined) delete root.dataset["theme"];
  else root.dataset["theme"] = before;
  return Object.fromEntries(values);
}

/** The current tokens, read from the stylesheet, so that a new one appears by itself. */
export function Tokens() {
  const tokens = useSyncExternalStore(
    () => () => undefined,
    () => (read ??= readTokens()),
    () => none,
  );
  return (
    <>
      <Group title="Colours">
        {tokens.colours.map((name) => (
          <Shown
            key={name}
            name={name}
            style={{ background: `var(${name})`, outline: "1px solid var(--color-line)" }}
          />
        ))}
      </Group>
      <Group title="Type, space and radii">
        {tokens.sizes.map((name) => (
          <Shown
            key={name}
            name={name}
            style={{ width: `var(${name})`, background: "var(--color-bar)", maxWidth: "100%" }}
          />
        ))}
      </Group>
      <Group title="Shadows">
        {tokens.shadows.map((name) => (
          <Shown key={name} name={name} style={{ boxShadow: `var(${name})` }} />
        ))}
      </Group>
      {tokens.faces.map((name) => (
        <p key={name} style={{ fontFamily: `var(${name})` }}>
          {name}: 有価証券報告書 Annual report 1,234 △56
        </p>
      ))}
      <p className="text-12/ui text-muted">{tokens.others.join(", ")}</p>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly React.ReactNode[] }) {
  return (
    <>
      <h4>{title}</h4>
      <div style={{ display: "flex", flexWrap: "wrap", gap: 12 }}>{children}</div>
    </>
  );
}

function Shown({ name, style }: { readonly name: string; readonly style: CSSProperties }) {
  return (
    <span data-token={name} className="text-12/ui" style={{ width: 132 }}>
      <span style={{ display: "block", height: 28, ...style }} />
      {name}
    </span>
  );
}

function readTokens(): Tokens {
  const names = new Set<string>();
  for (const sheet of document.styleSheets) collect(sheet.cssRules, names);
  const style = getComputedStyle(document.documentElement);
  const kinds = { colours: [], sizes: [], faces: [], shadows: [], others: [] } satisfies Record<string, string[]>;
  const sorted: Record<keyof Tokens, string[]> = kinds;
  for (const name of names) {
    const value = style.getPropertyValue(name).trim();
    if (CSS.supports("color", value)) sorted.colours.push(name);
    else if (CSS.supports("width", value)) sorted.sizes.push(name);
    else if (CSS.supports("box-shadow", value)) sorted.shadows.push(name);
    else if (value.includes(",") && CSS.supports("font-family", value)) sorted.faces.push(name);
    else sorted.others.push(`${name}: ${value}`);
  }
  return sorted;
}

function collect(rules: CSSRuleList, names: Set<string>): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      if (!/^:root\b|^:host\b/.test(rule.selectorText)) continue;
      for (const name of rule.style) if (name.startsWith("--")) names.add(name);
    } else if (rule instanceof CSSGroupingRule) {
      collect(rule.cssRules, names);
    }
  }
}
