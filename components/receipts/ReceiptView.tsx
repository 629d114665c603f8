import { jstMinute } from "@/components/ui/jst-minute.ts";
import { Link } from "@/components/ui/Link.tsx";
import type { Receipt } from "@/lib/evidence/receipts/receipt";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { withoutSourceWord } from "@/lib/text/format/citation";
import { quoteFragmentOf } from "@/lib/text/format/quote-anchor";
import { ReceiptActions } from "./ReceiptActions";
import { ReceiptWords } from "./ReceiptWords";
import { receiptText } from "./receipt-text";

/** A signed quote as a page: the words, where they stand, what proves it, and how a stranger checks it. */
export async function ReceiptView(props: {
  readonly receiptId: string;
  readonly receipt: Receipt;
  readonly fingerprint: string;
}) {
  const t = await getWords("receipts");
  const { receipt, receiptId, fingerprint } = props;
  const { document, section } = receipt;
  const { attribution } = receipt.source;
  const isReplaced = (document.amended_by_document_id ?? document.superseded_by_document_id) !== null;
  return (
    <div className="max-w-190">
      <h1 className="h-page">{t("receiptTitle")}</h1>
      <p className="mt-1 mb-5 text-muted">{t("receiptLead")}</p>
      <ReceiptWords quote={receipt.quote} />
      <div className="mt-5 mb-6 flex flex-wrap gap-2 print:hidden">
        <ReceiptActions receiptId={receiptId} text={receiptText(receipt, fingerprint, await getLocale())} />
        {section === null ? null : (
          <a
            className="btn print:hidden"
            href={`${routes.section(document.document_id, section.section_id)}${quoteFragmentOf(section.section_id, receipt.quote)}`}
          >
            {t("openText")}
          </a>
        )}
      </div>
      {isReplaced ? <p className="notice mb-4 text-12/ui">{t("replacedNote")}</p> : null}
      <dl className="facts ruled">
        <dt>{t("document")}</dt>
        <dd>
          <Link href={routes.document(document.document_id)} lang="ja">
            {[document.issuer_name, document.title].filter((each) => each !== null).join(" ") || document.document_id}
          </Link>{" "}
          <span className="text-muted">{document.document_id}</span>
        </dd>
        <Fact name={t("section")} value={section?.title ?? section?.section_id} lang="ja" />
        <Fact name={t("page")} value={receipt.page === null ? null : t("pageAt", { n: receipt.page })} />
        <Fact
          name={t("offsets")}
          value={t("offsetsFromTo", { from: receipt.offsets.start, to: receipt.offsets.end })}
        />
        <Fact name={t("deliveredAt")} value={t("atJst", { at: jstMinute(receipt.delivered.at) })} />
        <Fact name={t("deliveredFile")} value={`SHA-256 ${receipt.delivered.sha256}`} mono />
        <Fact
          name={t("source")}
          value={attribution === null ? receipt.source.url : withoutSourceWord(attribution)}
          lang="ja"
        />
        <Fact name={t("ledgerEntry")} value={receipt.ledger?.entry} mono />
        <Fact name={t("issuedAt")} value={t("atJst", { at: jstMinute(receipt.issued_at) })} />
        <Fact name={t("signer")} value={`Ed25519 ${fingerprint}`} mono />
      </dl>
      <section className="mt-8" aria-labelledby="how-head">
        <div className="sect-h">
          <h2 id="how-head">{t("howTitle")}</h2>
        </div>
        <ul className="list-disc ps-5 leading-6">
          <li>
            <Link href={routes.check()}>{t("howHere")}</Link> <span className="text-muted">{t("howHereNote")}</span>
          </li>
          <li>
            {t("howOffline")}{" "}
            <a href="/verify.mjs" download>
              verify.mjs
            </a>
            <code className="ms-2 font-mono text-12 whitespace-nowrap">node verify.mjs hiraku-receipt.json</code>
          </li>
          <li className="text-muted">{t("howWords")}</li>
        </ul>
      </section>
    </div>
  );
}

function Fact(props: { name: string; value: string | null | undefined; lang?: string; mono?: boolean }) {
  if (props.value === null || props.value === undefined || props.value === "") return null;
  return (
    <>
      <dt>{props.name}</dt>
      <dd lang={props.lang} className={props.mono === true ? "font-mono text-12 [overflow-wrap:anywhere]" : undefined}>
        {props.value}
      </dd>
    </>
  );
}
