"use client";

/** The name of the modifier key on the user's machine, ⌘ or Ctrl, as the server wrote it into the page. */
export function modKey(): string {
  return document.documentElement.dataset["mod"] === "cmd" ? "⌘" : "Ctrl ";
}
