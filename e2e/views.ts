import type { BrowserContext, Page } from "@playwright/test";
import { webUrl } from "./ports.ts";

/** The views of a page: two languages, two themes, two widths. */
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

/** Sets the language as the app does: in a cookie of the browser. */
export async function show(page: Page, context: BrowserContext, view: View): Promise<void> {
  await page.setViewportSize({ width: view.width, height: view.width > 900 ? 900 : 844 });
  await page.emulateMedia({ colorScheme: view.theme, reducedMotion: "reduce" });
  await context.addCookies([{ name: "hiraku-view", value: `locale=${view.locale}&theme=system`, url: webUrl }]);
}
