import { getWords } from "@/lib/next/locale.server";

/** Says above the contents, before anything is bought, what of the filing is not here. */
export async function MissingParts({ parts }: { readonly parts: readonly string[] }) {
  if (parts.length === 0) return null;
  const t = await getWords("document");
  return (
    <div className="mb-5 border-s-3 border-amber ps-3 leading-5" role="note">
      <p>
        <b className="font-semibold">{t("incomplete")}</b> {t("incompleteText")}
      </p>
      <ul lang="ja">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  );
}
