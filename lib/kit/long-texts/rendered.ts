import { createHash } from "node:crypto";
import { type Rendered, type RenderOptions, renderPlain } from "../../text/markdown/render.ts";
import { unreadBecause } from "./refusal.ts";
import type { Texts } from "./texts.ts";

/**
 * Rendering a long section takes tens of milliseconds and always gives the same HTML, so the last results are cached. The
 * key is a hash of the text itself; callers have already checked that the text is owned.
 */
export async function renderCached(
  texts: Pick<Texts, "render" | "html">,
  source: string,
  options: RenderOptions,
): Promise<Rendered> {
  const key = createHash("sha256")
    .update(`${options.language}\0${options.words.lang}\0${options.idPrefix}\0${options.headingShift}\0`)
    .update(`${JSON.stringify(options.illustrations)}\0${JSON.stringify(options.pages ?? [])}\0`)
    .update(source)
    .digest("base64");
  const found = texts.html.get(key);
  if (found !== undefined) return found;
  const made = await texts.render(source, options).catch(unreadBecause);
  // Another time there may be less to do beside it.
  if (typeof made === "string") return { ...renderPlain(source), plain: made };
  texts.html.set(key, made);
  return made;
}
