import type { BrowserContext, Page } from "@playwright/test";

/** The ways a page is looked at: two languages, two themes, two widths. */
export interface View {
  readonly name: string;
  readonly locale: "en" | "ja";
  readonly theme: "light" | "dark";
  readonly width: number;
}

export const views: readonly View[] = (["en", "ja"] as const).flatMap((locale) =>
  (["light", "dark"] as const).flatMap((theme) =>
    [1440, 390].map((width) => ({ name: `${locale}-${theme}-${width}`, locale, theme, width })),
  ),
);

export async function show(page: Page, context: BrowserContext, view: View): Promise<void> {
  // The language that this browser chose before is kept in a cookie, and wins over what its headers ask.
  await context.clearCookies({ name: /hiraku-view/ });
  await page.setViewportSize({ width: view.width, height: view.width > 900 ? 900 : 844 });
  await page.emulateMedia({ colorScheme: view.theme, reducedMotion: "reduce" });
  await context.setExtraHTTPHeaders({ "accept-language": view.locale === "ja" ? "ja" : "en-GB,en" });
}
