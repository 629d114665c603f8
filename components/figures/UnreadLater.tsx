import { Link } from "@/components/ui/Link.tsx";
import type { UnreadPackage } from "@/lib/reading/figures";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Locale, Words } from "@/lib/text/i18n/words";
import { unreadNote } from "./unread-words.ts";

interface Props {
  readonly packages: readonly UnreadPackage[];
  readonly t: Words<WordKey<"figures">>;
  readonly locale: Locale;
}

/** Later packages of the issuer that could not be read: without a word, a figure would seem not to be restated. */
export function UnreadLater({ packages, t, locale }: Props) {
  if (packages.length === 0) return null;
  return (
    <div className="notice mb-4">
      <p>{t("unreadLater", { n: packages.length })}</p>
      <ul>
        {packages.map(({ documentId, originalId, title, filedAt, reason }) => (
          <li key={documentId}>
            <Link href={routes.original(documentId, originalId)} lang="ja">
              {title ?? documentId}
            </Link>{" "}
            <span className="text-muted">{[filedAt.slice(0, 10), unreadNote(reason, t)].join(between(locale))}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
