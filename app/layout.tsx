import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { RootDocument } from "./RootDocument.tsx";

export const metadata: Metadata = {
  title: { default: "Hiraku", template: "%s · Hiraku" },
  description: "A reading desk for Japanese corporate disclosures.",
  applicationName: "Hiraku",
  formatDetection: { telephone: false, date: false, address: false, email: false },
  // The preview that other sites show for a link: the app's name, never a document's data, since they have no key.
  openGraph: { title: "Hiraku", description: "A reading desk for Japanese corporate disclosures.", siteName: "Hiraku" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
};

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return <RootDocument>{children}</RootDocument>;
}
