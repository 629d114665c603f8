import { headers } from "next/headers";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { getView } from "@/lib/auth/view";
import "./globals.css";

/** For Latin letters and digits; kanji and kana use the fonts of the user's system. */
const plex = localFont({
  src: [
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2", weight: "400" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2", weight: "500" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2", weight: "600" },
  ],
  variable: "--font-plex",
  display: "swap",
});

/** The HTML document of every page, in this browser's language and colours. */
export async function RootDocument({ children }: { readonly children: ReactNode }) {
  const { locale, theme, face, size } = await getView();
  const agent = (await headers()).get("user-agent") ?? "";
  return (
    <html
      lang={locale}
      className={plex.variable}
      data-theme={theme === "system" ? undefined : theme}
      data-face={face}
      data-size={size}
      data-mod={/Macintosh|iPhone|iPad/.test(agent) ? "cmd" : undefined}
    >
      <body>{children}</body>
    </html>
  );
}
