import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { getView } from "@/lib/next/view";
import { RootDocument } from "./RootDocument.tsx";

export const metadata: Metadata = {
  title: { default: "Hiraku", template: "%s · Hiraku" },
  applicationName: "Hiraku",
  manifest: "/manifest.webmanifest",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "48x48" },
      { url: "/icon.svg", type: "image/svg+xml" },
    ],
    apple: "/apple-touch-icon.png",
  },
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

/** `--paper` of the stylesheet, for what the browser draws around the page. */
const paper = { light: "#fbfaf7", dark: "#13110f" } as const;

export async function generateViewport(): Promise<Viewport> {
  const { theme } = await getView();
  return {
    width: "device-width",
    initialScale: 1,
    colorScheme: "light dark",
    themeColor:
      theme === "system"
        ? [
            { media: "(prefers-color-scheme: light)", color: paper.light },
            { media: "(prefers-color-scheme: dark)", color: paper.dark },
          ]
        : paper[theme],
  };
}

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return <RootDocument>{children}</RootDocument>;
}
