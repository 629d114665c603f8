"use client";

/** What the modifier is called on the reader's machine, as the server wrote it into the page: ⌘, or Ctrl. */
export function modKey(): string {
  return document.documentElement.dataset["mod"] === "cmd" ? "⌘" : "Ctrl ";
}
