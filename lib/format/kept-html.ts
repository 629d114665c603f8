const kept = new WeakMap<object, Map<string, string>>();

/**
 * HTML made of a list that many pages show, for as long as the list is kept. `form` tells apart what else the HTML is
 * made of, such as the language: few values, since all of them are kept. A browser shows a list once.
 */
export function keptHtml(list: object, form: string, make: () => string): string {
  if (typeof window !== "undefined") return make();
  const forms = kept.get(list) ?? new Map<string, string>();
  kept.set(list, forms);
  const text = forms.get(form) ?? make();
  forms.set(form, text);
  return text;
}
