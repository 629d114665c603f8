import { Link } from "@/components/ui/Link.tsx";
import { getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { type Look, lookQuery } from "./look.ts";

/** Inline or side by side, with small changes or without: each an address of its own. */
export async function LookLinks(props: {
  readonly documentId: string;
  readonly sectionId: string | null;
  readonly look: Look;
}) {
  const { documentId, sectionId: section, look } = props;
  const t = await getWords("changes");
  const address = (other: Partial<Look>) =>
    routes.changes(documentId, { section, ...lookQuery({ ...look, ...other }) });
  return (
    <>
      <span className="seg text-12 max-md:hidden">
        {([false, true] as const).map((isSideBySide) => (
          <Link
            key={String(isSideBySide)}
            href={address({ isSideBySide })}
            aria-current={look.isSideBySide === isSideBySide || undefined}
            scroll={false}
          >
            {t(isSideBySide ? "side" : "inline")}
          </Link>
        ))}
      </span>
      <Link
        className="link text-12"
        href={address({ hidesSmall: !look.hidesSmall })}
        title={t("smallNote")}
        scroll={false}
      >
        {t(look.hidesSmall ? "showSmall" : "hideSmall")}
      </Link>
    </>
  );
}
