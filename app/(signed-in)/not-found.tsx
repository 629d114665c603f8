import type { Metadata } from "next";
import { NotFoundText } from "@/components/errors";
import { getWords } from "@/lib/next/locale.server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("errors");
  return { title: t("notFoundTitle") };
}

export default async function NotFound() {
  return (
    <main className="page" id="main">
      <NotFoundText words={await getWords("errors")} />
    </main>
  );
}
