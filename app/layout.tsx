import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { getView } from "@/lib/auth/view";
import "./globals.css";

/** Latin and figures; kanji and kana come from the reader's own system. */
const plex = localFont({
  src: [
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2", weight: "400" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2", weight: "500" },
    { path: "../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2", weight: "600" },
  ],
  variable: "--font-plex",
  display: "swap",
});

export const metadata: Metadata = {
  title: { default: "Hiraku", template: "%s · Hiraku" },
  description: "A reading desk for Japanese corporate disclosures.",
  applicationName: "Hiraku",
  formatDetection: { telephone: false, date: false, address: false, email: false },
  // What an unfurler sees, which has no key: the app's own plain card, never a document's data.
  openGraph: { title: "Hiraku", description: "A reading desk for Japanese corporate disclosures.", siteName: "Hiraku" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
};

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const { locale, theme, face, size } = await getView();
  return (
    <html
      lang={locale}
      className={plex.variable}
      data-theme={theme === "system" ? undefined : theme}
      data-face={face}
      data-size={size}
    >
      <body>{children}</body>
    </html>
  );
}
