"use client";

import { use } from "react";
import { knownWordFiles } from "./word-file.ts";

/** The text at an address of words; in the browser React waits for it. */
export function useWordFile(address: string | undefined): string {
  if (address === undefined) return "";
  if (typeof window === "undefined") return knownWordFiles().get(address) ?? "{}";
  const text = loading.get(address) ?? load(address);
  loading.set(address, text);
  return use(text);
}

const loading = new Map<string, Promise<string>>();
const retryMs = 2_000;

/** Tries until it has come: without its words a page can't answer anybody. */
async function load(address: string): Promise<string> {
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.ok === true) return answer.text();
  await new Promise((resolve) => setTimeout(resolve, retryMs));
  return load(address);
}
