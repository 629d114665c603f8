"use client";

import { useState } from "react";
import { RevokeButton, ShownOnce } from "@/components/share";
import type { ListedFeed } from "@/lib/features/following/subscription-facts";
import { useWords } from "@/lib/next/provider";
import { makeFeed, revokeFeed } from "@/lib/next/queries/updates";
import type { Maker } from "./maker.ts";

interface Props extends Maker {
  readonly feeds: readonly ListedFeed[];
}

export function Feeds({ feeds, source, consent, run, timeOf }: Props) {
  const t = useWords("updates");
  const [address, setAddress] = useState<string>();
  const make = () => run(async () => setAddress((await makeFeed({ source, consent })).address));
  return (
    <>
      <h3 className="mt-5 flex items-baseline text-13/5 font-semibold">
        {t("feeds")}
        <button className="btn sm ms-auto" type="button" onClick={() => void make()}>
          {t("makeFeed")}
        </button>
      </h3>
      {address === undefined ? null : (
        <ShownOnce
          value={address}
          words={t("feedMade")}
          copyLabel={t("copyAddress")}
          onDone={() => setAddress(undefined)}
        />
      )}
      {feeds.length === 0 ? <p className="text-12/ui text-muted">{t("noFeeds")}</p> : null}
      <ul className="rows">
        {feeds.map(({ id, title, createdAt, readAt }) => (
          <li className="grid-cols-[minmax(0,1fr)_auto] items-center" key={id}>
            <span>
              {title}
              <br />
              <span className="text-12/ui text-muted">
                {readAt === null
                  ? t("feedNeverRead", { made: timeOf(createdAt) })
                  : t("feedTimes", { made: timeOf(createdAt), read: timeOf(readAt) })}
              </span>
            </span>
            <RevokeButton name={t("revokeFeed", { name: title })} onRevoke={() => void run(() => revokeFeed(id))} />
          </li>
        ))}
      </ul>
    </>
  );
}
