import type { Issuer } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { between } from "@/lib/text/format/between";
import { industryName, marketName } from "@/lib/text/format/market-names";

/** Codes, market and sector; those that the service does not send are left out. */
export async function IssuerFacts({ issuer, code }: { readonly issuer: Issuer | null; readonly code: string }) {
  const t = await getWords("issuer");
  const locale = await getLocale();
  const inEnglish = locale === "en";
  return (
    <section className="min-w-0">
      <div className="sect-h">
        <h2>{t("issuer")}</h2>
      </div>
      <dl className="facts ruled">
        <dt>{t("code")}</dt>
        <dd>
          {code}
          {code.length === 4 ? <span className="text-muted">{`${between(locale)}${code}0`}</span> : null}
        </dd>
        {fact(t("edinet"), issuer?.edinet_code)}
        {fact(t("corporateNumber"), spaced(issuer?.corporate_number ?? null))}
        {fact(t("market"), issuer?.market, "ja", inEnglish ? marketName(issuer?.market ?? "") : undefined)}
        {fact(t("sector"), issuer?.sector, "ja", inEnglish ? industryName(issuer?.sector ?? "") : undefined)}
      </dl>
    </section>
  );
}

/** `gloss`: what the value means in the language of the page. */
function fact(name: string, value: string | null | undefined, lang?: string, gloss?: string) {
  if (value === null || value === undefined || value === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span lang={lang}>{value}</span>
        {gloss === undefined ? null : <span className="text-muted"> {gloss}</span>}
      </dd>
    </>
  );
}

/** Groups the thirteen digits of a corporate number, so that they can be compared by eye. */
function spaced(corporateNumber: string | null): string | null {
  const found = corporateNumber === null ? null : /^(\d{4})(\d{2})(\d{3})(\d{4})$/.exec(corporateNumber);
  return found === null ? corporateNumber : found.slice(1).join(" ");
}
