/**
 * A long text that a client component needs: itself, or the id of an element of the page that has it. What a page gives
 * its client components is written, read, written into a script and read again; a text that stands in the page's HTML
 * is written once.
 */
export type PageText = string | { readonly id: string };

/** Texts of pages that are being rendered, for the components that write them into the HTML. */
const shared: typeof globalThis & { hirakuPageTexts?: Map<string, string> } = globalThis;

export function renderedTexts(): Map<string, string> {
  shared.hirakuPageTexts ??= new Map();
  return shared.hirakuPageTexts;
}

/** What texts of such pages were written from, where it was told. */
const values: typeof globalThis & { hirakuPageValues?: Map<string, unknown> } = globalThis;

export function renderedValues(): Map<string, unknown> {
  values.hirakuPageValues ??= new Map();
  return values.hirakuPageValues;
}

/** JSON as the content of a script element, where `</script>` and `<!--` would end or change it. */
export function asScriptContent(json: string): string {
  return json.replaceAll("<", String.raw`\u003c`);
}
