"use client";

import { useState } from "react";
import { RevokeButton, ShownOnce } from "@/components/share";
import type { ListedWebhook } from "@/lib/features/following/subscription-facts";
import { useWords } from "@/lib/next/provider";
import { makeWebhook, revokeWebhook, testWebhook } from "@/lib/next/queries/updates";
import { Deliveries } from "./Deliveries.tsx";
import type { Maker } from "./maker.ts";

interface Props extends Maker {
  readonly webhooks: readonly ListedWebhook[];
}

export function Webhooks({ webhooks, source, consent, run, timeOf }: Props) {
  const t = useWords("updates");
  const [secret, setSecret] = useState<string>();
  const [tested, setTested] = useState(false);
  const [address, setAddress] = useState("");
  const make = async () => {
    const made = await run(async () => setSecret((await makeWebhook({ source, address, consent })).secret));
    if (made) setAddress("");
  };
  const test = async (id: string) => {
    setTested(await run(() => testWebhook(id)));
  };
  return (
    <>
      <h3 className="mt-5 text-13/5 font-semibold">{t("webhooks")}</h3>
      <p className="text-12/ui text-muted">{t("promise")}</p>
      <form
        className="field mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label htmlFor="webhook-address">{t("webhookAddress")}</label>
        <div className="row-acts">
          <input
            className="input w-auto flex-[1_1_200px]"
            id="webhook-address"
            type="url"
            required
            maxLength={2000}
            value={address}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setAddress(event.target.value)}
          />
          <button className="btn" type="submit">
            {t("makeWebhook")}
          </button>
        </div>
      </form>
      {secret === undefined ? null : (
        <ShownOnce
          value={secret}
          words={t("webhookMade")}
          copyLabel={t("copySecret")}
          onDone={() => setSecret(undefined)}
        />
      )}
      {webhooks.length === 0 ? <p className="text-12/ui text-muted">{t("noWebhooks")}</p> : null}
      <p className="text-12/ui" role="status">
        {tested ? t("testSent") : ""}
      </p>
      <ul className="rows">
        {webhooks.map((webhook) => (
          <li className="grid-cols-[minmax(0,1fr)_auto] items-center" key={webhook.id}>
            <span>
              <span className="break-all">{webhook.address}</span>
              <br />
              <span className="text-12/ui text-muted">{webhook.title}</span>
            </span>
            <span className="row-acts">
              <button
                className="btn sm"
                type="button"
                aria-label={t("testName", { name: webhook.address })}
                onClick={() => void test(webhook.id)}
              >
                {t("test")}
              </button>
              <RevokeButton
                name={t("revokeWebhook", { name: webhook.address })}
                onRevoke={() => void run(() => revokeWebhook(webhook.id))}
              />
            </span>
            <Deliveries webhook={webhook} timeOf={timeOf} />
          </li>
        ))}
      </ul>
    </>
  );
}
