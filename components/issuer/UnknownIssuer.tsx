import { Link } from "@/components/ui/Link.tsx";
import type { Issuer } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";

/** Instead of an issuer's page for a code that nobody has: nothing to watch and nothing for sale. */
export async function UnknownIssuer({ code, near }: { readonly code: string; readonly near: readonly Issuer[] }) {
  const t = await getWords("issuer");
  return (
    <div className="max-w-[44em] pt-10 *:not-first:mt-3">
      <p className="text-muted">404</p>
      <h1 className="h-page">{t("unknownTitle", { code })}</h1>
      <p>{t(near.length === 0 ? "unknownAlone" : "unknownNear")}</p>
      <ul className="grid gap-2">
        {near.map((issuer) => (
          <li key={issuer.security_code}>
            <Link href={routes.issuer(issuer.security_code)}>
              <span lang="ja">{issuer.name}</span> {issuer.security_code}
            </Link>{" "}
            {issuer.name_en === null ? null : (
              <span className="text-muted" lang="en">
                {issuer.name_en}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
