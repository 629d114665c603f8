"use client";

/** What the modifier is called on the reader's machine, as the server told the page from its first byte: ⌘, or Ctrl. */
export function modKey(): string {
  return document.documentElement.dataset["mod"] === "cmd" ? "⌘" : "Ctrl ";
}
