import { createHash } from "node:crypto";
import { type Rendered, type RenderOptions, renderPlain } from "../../text/markdown/render.ts";
import { registerBounded } from "../bounded.ts";
import { unreadBecause } from "./refusal.ts";
import { texts } from "./texts.ts";

/**
 * Rendering a long section takes tens of milliseconds and always gives the same HTML, so the last results are kept. The
 * key is a hash of the text itself; callers have already checked that the text is owned.
 */

const characterMax = 24_000_000;
const kept = new Map<string, Rendered>();
let characters = 0;
registerBounded({
  name: "hiraku_web_text_cache_characters",
  help: "Characters of owned text that are kept set as HTML.",
  max: characterMax,
  size: () => characters,
});

export async function renderCached(source: string, options: RenderOptions): Promise<Rendered> {
  const key = createHash("sha256")
    .update(`${options.language}\0${options.words.lang}\0${options.idPrefix}\0${options.headingShift}\0`)
    .update(`${JSON.stringify(options.illustrations)}\0${JSON.stringify(options.pages ?? [])}\0`)
    .update(source)
    .digest("base64");
  const found = kept.get(key);
  if (found !== undefined) {
    kept.delete(key);
    kept.set(key, found);
    return found;
  }
  const made = await texts.render(source, options).catch(unreadBecause);
  // Another time there may be less to do beside it.
  if (typeof made === "string") return { ...renderPlain(source), plain: made };
  if (kept.has(key)) return made;
  kept.set(key, made);
  characters += made.html.length;
  for (const [oldest, value] of kept) {
    if (characters <= characterMax || oldest === key) break;
    kept.delete(oldest);
    characters -= value.html.length;
  }
  return made;
}
