import { Link } from "@/components/ui/Link.tsx";
import { routes } from "@/lib/routes";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

export function NotFoundText({ words: t }: { readonly words: Words<WordKey<"errors">> }) {
  return (
    <div className="max-w-[44em] pt-10 *:not-first:mt-3">
      <p className="text-muted">404</p>
      <h1 className="h-page">{t("notFoundTitle")}</h1>
      <p>{t("notFoundText")}</p>
      <p className="row-acts mt-6!">
        <Link className="btn" href={routes.desk()}>
          {t("toDesk")}
        </Link>
      </p>
    </div>
  );
}
