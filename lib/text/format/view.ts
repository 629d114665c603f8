/** How a browser shows the app: language, colours, typeface and size of the text, single-key shortcuts. */
export interface View {
  /** Undefined: as the browser prefers. */
  readonly locale: "en" | "ja" | undefined;
  readonly theme: "system" | "light" | "dark";
  readonly face: "mincho" | "sans";
  /** Size of text while reading, in pixels. */
  readonly size: 14 | 16 | 18 | 20;
  readonly singleKeys: boolean;
}

export const defaultView: View = { locale: undefined, theme: "system", face: "mincho", size: 16, singleKeys: true };

export const themes = ["system", "light", "dark"] as const;
export const faces = ["mincho", "sans"] as const;
export const readingSizes = [14, 16, 18, 20] as const;

/** Written as a query string, which is readable, short, and safe in a cookie. */
export function viewToText(view: View): string {
  const text = new URLSearchParams();
  if (view.locale !== undefined) text.set("locale", view.locale);
  text.set("theme", view.theme);
  text.set("face", view.face);
  text.set("size", String(view.size));
  text.set("keys", view.singleKeys ? "on" : "off");
  return text.toString();
}

/** Invalid values become their defaults, since anybody can write a cookie. */
export function viewFromText(text: string | undefined): View {
  return changedView(defaultView, new URLSearchParams(text ?? ""));
}

/** The view with the changes from a form or a request; invalid values change nothing. */
export function changedView(view: View, wanted: URLSearchParams): View {
  const locale = wanted.get("locale");
  const size = Number(wanted.get("size"));
  const keys = wanted.get("keys");
  return {
    locale: locale === "en" || locale === "ja" ? locale : view.locale,
    theme: themes.find((each) => each === wanted.get("theme")) ?? view.theme,
    face: faces.find((each) => each === wanted.get("face")) ?? view.face,
    size: readingSizes.find((each) => each === size) ?? view.size,
    singleKeys: keys === "on" ? true : keys === "off" ? false : view.singleKeys,
  };
}
