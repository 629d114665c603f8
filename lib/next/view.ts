import { cookies, headers } from "next/headers";
import { cache } from "react";
import { app } from "../app.server.ts";
import { type View, viewFromText } from "../text/format/view.ts";
import { type Locale, locales } from "../text/i18n/words.ts";

/** In a cookie and not with the owner: colleagues who share a key do not share a language. */
export const getView = cache(async (): Promise<View & { readonly locale: Locale }> => {
  // Asked for first: while Next builds there is no request, and no app either.
  const sent = await cookies();
  const { publicOrigin } = app.running().settings;
  const kept = viewFromText(sent.get(app.cookieNames(app.isSecure(publicOrigin)).view)?.value);
  return { ...kept, locale: kept.locale ?? preferredLocale((await headers()).get("accept-language")) };
});

export function preferredLocale(acceptLanguage: string | null): Locale {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((each) => {
      const [tag = "", ...params] = each.trim().toLowerCase().split(";");
      const weight = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((q) => q !== undefined);
      return { language: tag.split("-")[0] ?? "", weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wanted) {
    const locale = locales.find((each) => each === language);
    if (locale !== undefined) return locale;
  }
  return "en";
}

export function viewCookie() {
  const secure = app.isSecure(app.running().settings.publicOrigin);
  const options = { path: "/", sameSite: "lax", secure, httpOnly: true, maxAge: 365 * 24 * 3600 } as const;
  return { name: app.cookieNames(secure).view, options };
}
