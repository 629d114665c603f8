/** How one browser shows the app: language, light, reading face and size, single-key shortcuts. */
export interface View {
  /** Undefined: as the browser asks. */
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

/** A query string, so that it is readable, small, and safe in a cookie. */
export function viewToText(view: View): string {
  const text = new URLSearchParams();
  if (view.locale !== undefined) text.set("locale", view.locale);
  text.set("theme", view.theme);
  text.set("face", view.face);
  text.set("size", String(view.size));
  text.set("keys", view.singleKeys ? "on" : "off");
  return text.toString();
}

/** Whatever can't be meant becomes its default: a cookie is anybody's to write. */
export function viewFromText(text: string | undefined): View {
  return changedView(defaultView, new URLSearchParams(text ?? ""));
}

/** The view with what a form or a request wants changed; unknown values change nothing. */
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
