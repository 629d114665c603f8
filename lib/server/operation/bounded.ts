import type { Bounded } from "../../features/feature.ts";
import { features } from "../../features/list.ts";
import { delayedMax } from "../../owners/sign-in-guard.ts";
import type { App } from "../../running-app.ts";
import { requestsMax } from "../../upstream/send.ts";

/** Everything that an app keeps in memory. */
export function boundedOf(app: App): readonly Bounded[] {
  const { service, texts } = app;
  return [
    {
      name: "hiraku_web_upstream_requests",
      help: "Requests to the service that are not answered to the end.",
      size: service.requestsUnderWay,
      max: requestsMax,
    },
    {
      name: "hiraku_web_known_keys",
      help: "API keys whose limits and pauses are remembered.",
      ...sizeOf(service.keys.states),
    },
    {
      name: "hiraku_web_kept_contents",
      help: "Tables of contents that are kept to compare documents by.",
      ...sizeOf(service.contents),
    },
    {
      name: "hiraku_web_kept_reads",
      help: "What pages have read of the store and is kept until anything in it changes.",
      ...sizeOf(app.reads.memo),
    },
    {
      name: "hiraku_web_text_cache_characters",
      help: "Characters of owned text that are kept set as HTML.",
      ...sizeOf(texts.html),
    },
    {
      name: "hiraku_web_kept_texts_characters",
      help: "Characters of long owned texts that are kept as they were read.",
      ...sizeOf(texts.long),
    },
    {
      name: "hiraku_web_quoted_text_characters",
      help: "Characters of owned texts that are kept prepared to look for quotes in.",
      ...sizeOf(texts.quoted),
    },
    {
      name: "hiraku_web_image_formats",
      help: "Owned images whose size and type are remembered.",
      ...sizeOf(app.imageFormats),
    },
    {
      name: "hiraku_web_sign_in_answers_held",
      help: "Answers to wrong keys that are held back.",
      size: app.signInGuard.delayed,
      max: delayedMax,
    },
    {
      name: "hiraku_web_purchases_under_way",
      help: "Purchases that are running.",
      size: app.purchases.purchaseService.runner.underWay,
      max: undefined,
    },
    ...features.flatMap((each) => each.bounded?.(app) ?? []),
  ];
}

function sizeOf({ size, max }: { readonly size: number; readonly max: number }) {
  return { size, max };
}
