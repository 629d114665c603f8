import { Price } from "@/components/ui/Price.tsx";
import { Link } from "@/components/ui/Link.tsx";
import { getWords } from "@/lib/next/locale.server";
import type { ChangeListRow } from "@/lib/reading/change-list";
import { routes } from "@/lib/routes";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";
import { type Look, lookQuery } from "./look.ts";

/** The headings that changed; of the chosen one also its parts. */
export async function ChangeList(props: {
  readonly documentId: string;
  readonly lang: string;
  readonly rows: readonly ChangeListRow[];
  readonly current: string | undefined;
  readonly look: Look;
}) {
  const { documentId, lang, rows, current } = props;
  const t = await getWords("changes");
  const address = (section: string) => routes.changes(documentId, { section, ...lookQuery(props.look) });
  return (
    <ul className="change-list">
      {rows.map((row) => {
        const isOpen = row.id === current || row.parts.some((part) => part.id === current);
        return (
          <li key={row.id} data-change={row.state}>
            <Link href={address(row.id)} aria-current={row.id === current ? "true" : undefined} data-row="true">
              <span lang={lang} className={row.state === "gone" ? "line-through" : undefined}>
                {row.title}
              </span>
              <span className="n">{noteOf(row, t)}</span>
              {row.price === null || row.price.max === 0 ? null : <Price {...row.price} />}
            </Link>
            {isOpen && row.parts.length > 0 ? (
              <ul>
                {row.parts.map((part) => (
                  <li key={part.id}>
                    <Link href={address(part.id)} aria-current={part.id === current ? "true" : undefined}>
                      <span lang={lang} className={part.state === "gone" ? "line-through" : undefined}>
                        {part.title}
                      </span>
                      <span className="n">{part.state === "changed" ? null : stateWord(part.state, t)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

type ChangeWords = Words<WordKey<"changes">>;

function noteOf({ state, moved, parts }: ChangeListRow, t: ChangeWords): string | null {
  if (state !== "changed" && state !== "same") return stateWord(state, t);
  if (moved) return t("state_moved");
  return parts.length > 1 ? t("partsN", { n: parts.length }) : null;
}

function stateWord(state: ChangeListRow["parts"][number]["state"], t: ChangeWords): string | null {
  return state === "same" || state === "within" || state === "changed" ? null : t(`state_${state}`);
}
