"use client";

import { use } from "react";
import { earlyWords } from "./early-words.ts";
import { knownWordFiles } from "./word-file.ts";

/** The text at an address of words; in the browser React waits for it. */
export function useWordFile(address: string | undefined): string {
  if (address === undefined) return "";
  if (typeof window === "undefined") return knownWordFiles().get(address) ?? "{}";
  const waited = loading.get(address);
  if (waited !== undefined) return use(waited);
  const early = earlyWords(address)?.text;
  if (early !== undefined) return early;
  const text = load(address);
  loading.set(address, text);
  return use(text);
}

/** Whoever has waited for them asks in the same way again. */
const loading = new Map<string, Promise<string>>();
const retryMs = 2_000;

async function load(address: string): Promise<string> {
  return (await earlyWords(address)?.loading) ?? ask(address);
}

/** Tries until it has come: without its words a page can't answer anybody. */
async function ask(address: string): Promise<string> {
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.ok === true) return answer.text();
  await new Promise((resolve) => setTimeout(resolve, retryMs));
  return ask(address);
}
