import { contentPrice, originalPrice, pagePrice, searchPrice, type Tier, writePrice } from "@/lib/contract/prices";
import { getWords } from "@/lib/next/locale.server";

/** The price of each kind of thing, for somebody who has bought nothing yet. */
export async function Prices({ tiers }: { readonly tiers: readonly Tier[] }) {
  const t = await getWords("desk");
  const prices = {
    pricePage: pagePrice,
    priceText: contentPrice(tiers, null),
    priceFile: originalPrice,
    priceSearch: searchPrice,
  } as const;
  return (
    <section className="mt-8" aria-labelledby="prices">
      <div className="sect-h">
        <h2 id="prices">{t("prices")}</h2>
      </div>
      <dl className="facts ruled [&>dd]:text-end">
        {(Object.keys(prices) as (keyof typeof prices)[]).map((each) => (
          <Price key={each} what={t(each)} price={writePrice(prices[each])} />
        ))}
      </dl>
    </section>
  );
}

function Price({ what, price }: { readonly what: string; readonly price: string }) {
  return (
    <>
      <dt>{what}</dt>
      <dd>{price}</dd>
    </>
  );
}
