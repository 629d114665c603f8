import { Look, lookNamespaces } from "@/components/look";
import { messagesIn } from "@/lib/next/locale.server";

/** `npm run dev` alone takes this file for a page: see `pageExtensions` in next.config.mjs. */
export default async function LookPage() {
  const [en, ja] = await Promise.all([messagesIn("en", lookNamespaces), messagesIn("ja", lookNamespaces)]);
  return <Look messages={{ en, ja }} />;
}
