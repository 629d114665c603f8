import { getWords } from "@/lib/i18n/locale.server";

/** Says above the contents, before anything is bought, what of the filing is not here. */
export async function MissingParts({ parts }: { readonly parts: readonly string[] }) {
  if (parts.length === 0) return null;
  const t = await getWords("document");
  return (
    <div className="amended" role="note">
      <p>
        <b>{t("incomplete")}</b> {t("incompleteText")}
      </p>
      <ul lang="ja">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  );
}
