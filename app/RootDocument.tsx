import { headers } from "next/headers";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { requestHeaders } from "@/lib/auth/request-headers";
import { getView } from "@/lib/auth/view";
import { facesAddress, localFirstScript } from "@/lib/fonts/local-first";
import "./globals.css";

/** For Latin letters and digits; kanji and kana use the fonts of the user's system, and ours where it has none. */
const plex = localFont({
  src: [
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2", weight: "400" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2", weight: "500" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2", weight: "600" },
  ],
  variable: "--font-plex",
  display: "swap",
});

const findJapaneseFont = { __html: localFirstScript() };

/** The HTML document of every page, in this browser's language and colours. */
export async function RootDocument({ children }: { readonly children: ReactNode }) {
  const { locale, theme, face, size } = await getView();
  const asked = await headers();
  const agent = asked.get("user-agent") ?? "";
  return (
    <html
      lang={locale}
      className={plex.variable}
      data-theme={theme === "system" ? undefined : theme}
      data-face={face}
      data-size={size}
      data-mod={/Macintosh|iPhone|iPad/.test(agent) ? "cmd" : undefined}
    >
      <head>
        <script nonce={asked.get(requestHeaders.nonce) ?? undefined} dangerouslySetInnerHTML={findJapaneseFont} />
        <noscript>
          <link rel="stylesheet" href={facesAddress} />
        </noscript>
      </head>
      <body>{children}</body>
    </html>
  );
}
