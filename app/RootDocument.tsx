import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { app } from "@/lib/app.server";
import { getSession } from "@/lib/next/session";
import { getView } from "@/lib/next/view";
import "./globals.css";

/**
 * For Latin letters and digits; kanji and kana use the fonts of the user's system, and ours where it has none. A page
 * that is shown before they have come keeps the system's: lines would break anew and rows move under the pointer.
 */
const plex = localFont({
  src: [
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2", weight: "400" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2", weight: "500" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2", weight: "600" },
  ],
  variable: "--font-plex",
  display: "optional",
});

/** The HTML document of every page, in this browser's language and colours. */
export async function RootDocument({ children }: { readonly children: ReactNode }) {
  const { locale, theme, face, size } = await getView();
  const asked = await headers();
  const agent = asked.get("user-agent") ?? "";
  const nonce = asked.get(app.requestHeaders.nonce) ?? undefined;
  const secure = app.isSecure(app.running().settings.publicOrigin);
  const cookie = app.cookieNames(secure).fonts;
  const hasJapaneseFont = (await cookies()).get(cookie)?.value === app.fontIsInstalled;
  const owner = await getSession();
  if (owner !== undefined) app.noteSessionAsked();
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
        {owner === undefined ? null : (
          <script
            nonce={nonce}
            dangerouslySetInnerHTML={{ __html: app.sessionCheckScript(app.publicSessionId(owner.sessionHash)) }}
          />
        )}
        {hasJapaneseFont ? null : (
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: app.localFirstScript({ cookie, secure }) }} />
        )}
        <noscript>
          <link rel="stylesheet" href={app.facesAddress} />
        </noscript>
      </head>
      <body>{children}</body>
    </html>
  );
}
