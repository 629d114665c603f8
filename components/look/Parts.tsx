"use client";

import { useState } from "react";
import { Gauge, OwnedSeal, Price } from "@/components/cost";
import { EmptyList } from "@/components/documents";
import { TimelineDocument } from "@/components/documents/TimelineDocument";
import { ErrorInPlace, Skeleton } from "@/components/errors";
import { HitDocumentRow } from "@/components/search/HitDocumentRow";
import { DayRange } from "@/components/ui/DayRange";
import { Dialog } from "@/components/ui/Dialog";
import { FiledText } from "@/components/ui/FiledText";
import { useWords } from "@/lib/next/provider";
import { dayOf } from "@/lib/text/format/timeline";
import { noFilters } from "@/lib/text/format/timeline-filters";
import { Example } from "./Example.tsx";
import { hits, owned, price, prices, refusal, rows, sizes } from "./examples.ts";

/** Marks, buttons, fields and dialogs. */
export function Controls() {
  const t = useWords("errors");
  const days = useWords("search");
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState("2026-04-01");
  const [to, setTo] = useState("2026-03-01");
  return (
    <>
      <Example name="price: exact, a range, can't be paid">
        <Price {...price} /> <Price {...prices.range} /> <Price {...prices.highest} off />
      </Example>
      <Example name="seal">
        <OwnedSeal /> <OwnedSeal compact />
      </Example>
      <Example name="gauge">
        <Gauge />
      </Example>
      <Example name="buttons: plain, small, link, disabled, pressed">
        <button className="btn" type="button">
          {t("retry")}
        </button>{" "}
        <button className="btn sm" type="button">
          {t("retry")}
        </button>{" "}
        <button className="link" type="button">
          {t("retry")}
        </button>{" "}
        <button className="btn" type="button" disabled>
          {t("retry")}
        </button>
      </Example>
      <Example name="fields: days, one of them out of order; choices">
        <DayRange
          {...{ from, to, onFrom: setFrom, onTo: setTo }}
          words={{
            from: days("from"),
            to: days("to"),
            wrongDay: days("badDay"),
            wrongRange: days("badRange"),
          }}
        />
        <label className="check">
          <input type="checkbox" defaultChecked /> EDINET
        </label>
        <label className="check">
          <input type="radio" defaultChecked /> TDnet
        </label>
      </Example>
      <Example name="dialog">
        <button className="btn" type="button" onClick={() => setOpen(true)}>
          {t("retry")}
        </button>
        {open ? (
          <Dialog label={t("retry")} onClose={() => setOpen(false)}>
            <p>{t("nothingCharged")}</p>
            <button className="btn" type="button" data-autofocus="" onClick={() => setOpen(false)}>
              {t("retry")}
            </button>
          </Dialog>
        ) : null}
      </Example>
    </>
  );
}

/** Rows of lists, search hits, and the empty states. */
export function Lists() {
  return (
    <>
      <Example name="rows: ready, owned, pending, pages only, withdrawn">
        {rows.map((document, at) => (
          <TimelineDocument
            key={document.document_id}
            {...{ document, day: dayOf(document), first: at === 0, stacked: false, withIssuer: true }}
            {...{ position: at + 1, total: rows.length, tiers: sizes.tiers, owned: at === 1 ? owned : undefined }}
          />
        ))}
      </Example>
      <Example name="hits of a search, with and without a snippet">
        <HitDocumentRow group={hits} owned={undefined} numberOf={() => -1} sizes={sizes} />
      </Example>
      <Example name="empty">
        <EmptyList filters={{ ...noFilters, types: [] }} onChange={() => undefined} />
      </Example>
      <Example name="loading">
        <Skeleton rows={3} />
      </Example>
      <Example name="error">
        <ErrorInPlace problem={refusal} onRetry={() => undefined} />
      </Example>
    </>
  );
}

/** Filed text as in the reader, with the markup that `lib/text/markdown` renders. */
export function Reading() {
  return (
    <Example name="prose with a table of figures">
      <FiledText html={section} className="prose" lang="ja" />
    </Example>
  );
}

const section = `<h2>第2【事業の状況】</h2><h3>3【事業等のリスク】</h3>
<p>当社グループは、計測機器と制御装置の製造及び販売を主な事業としております。<strong>為替相場の変動</strong>は、業績に影響を及ぼす可能性があります。</p>
<p>売上高は前期に比べ8.4％増加し、営業利益は△1,234百万円となりました。</p><ul><li>原材料及び資材の調達</li><li>自然災害</li></ul>
<blockquote><p>株主総会の決議による。</p></blockquote>
<figure class="figs"><figcaption>連結経営指標等</figcaption><div class="scroll-x"><table><thead><tr><th scope="col">回次</th><th scope="col">第108期</th><th scope="col">第109期</th></tr></thead>
<tbody><tr><th scope="row">売上高</th><td>17,590</td><td>17,830</td></tr><tr><th scope="row">経常利益又は経常損失（△）</th><td>1,391</td><td>△2,083</td></tr><tr class="sum"><th scope="row">合計</th><td>18,981</td><td>15,747</td></tr></tbody></table></div></figure>
<p class="note">（注）1．潜在株式は存在しないため記載しておりません。</p>`;
