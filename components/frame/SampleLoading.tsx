import { getWords } from "@/lib/i18n/locale.server";
import { stripLook } from "./strip-look.ts";

/** Says that lists lack older documents for another minute. */
export async function SampleLoading() {
  const t = await getWords("frame");
  return (
    <div className={stripLook()} data-strip="warning" role="status">
      <b>{t("sampleLoading")}</b>
      <span className="text-muted">{t("sampleLoadingNote")}</span>
    </div>
  );
}
