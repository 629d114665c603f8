import { getWords } from "@/lib/i18n/locale.server";

export default async function NotFound() {
  const t = await getWords("errors");
  return (
    <main className="page" id="main">
      <h1 className="h-page">{t("notFoundTitle")}</h1>
    </main>
  );
}
