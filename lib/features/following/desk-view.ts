import { jstDate, jstDateTime } from "../../contract/dates.ts";
import { contentPrice } from "../../contract/prices.ts";
import { contentTiers } from "../../reading/content-tiers.ts";
import { filterNames } from "../../reading/named-filters.ts";
import { moment } from "../../text/format/clock.ts";
import { shortTime } from "../../text/format/short-time.ts";
import type { ReaderLanguage } from "../../text/i18n/reader-language.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { unseenUpdates } from "./unseen.ts";

/** In the user's language. */
export async function deskUpdates(
  owner: { readonly ownerId: string; readonly upstream: Upstream },
  language: ReaderLanguage,
  nowMs: number,
) {
  const t = await language.getWords("updates");
  const nameOf = await filterNames(language);
  const { sources, lookedAtMs, unfinished, problem } = await unseenUpdates(owner, nowMs);
  const today = jstDate(nowMs);
  const tiers = await contentTiers(owner.upstream);
  return {
    today,
    problem,
    sources: sources.map((source) => ({
      ...source,
      name:
        source.phrase ??
        (source.isCited ? t("cited") : undefined) ??
        (source.issuer === undefined ? nameOf(source.filterQuery ?? "") : (source.issuer.name ?? source.issuer.code)),
      documents: source.documents.map((each) => ({
        ...each,
        sections: each.sections.map((section) => ({ ...section, price: contentPrice(tiers, section.character_count) })),
      })),
    })),
    lookedAt: lookedAtMs === undefined ? undefined : shortTime(moment(jstDateTime(lookedAtMs)), today, language.locale),
    note: unfinished === undefined ? undefined : t(unfinished),
  };
}
