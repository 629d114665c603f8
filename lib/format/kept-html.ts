/**
 * What is made of a list or a record that many pages show, for as long as that is kept. `form` tells apart what else it is
 * made of, such as the language: few values, since all of them are kept. A browser shows a list once.
 */
export function keeping<T>(): (of: object, form: string, make: () => T) => T {
  const kept = new WeakMap<object, Map<string, T>>();
  return (of, form, make) => {
    if (typeof window !== "undefined") return make();
    const forms = kept.get(of) ?? new Map<string, T>();
    kept.set(of, forms);
    const known = forms.get(form);
    if (known !== undefined) return known;
    const made = make();
    forms.set(form, made);
    return made;
  };
}

/** Its HTML. */
export const keptHtml = keeping<string>();
