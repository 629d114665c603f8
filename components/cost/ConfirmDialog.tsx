"use client";

import { Dialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import { useLocale, useWords } from "@/lib/next/provider";
import type { Alternative, PurchaseAction, Quote } from "@/lib/spending/wire";
import { writeList } from "@/lib/text/i18n/write-list";
import { Price } from "../ui/Price.tsx";
import { actionWords, type CostWords, valuesOf } from "./action-words.ts";
import { BookingField } from "./BookingField.tsx";

/** Its cost, balance and budget before and after, and the alternatives. */
export function ConfirmDialog(props: {
  quote: Quote;
  verb: string;
  question: string | undefined;
  subject: string;
  subjectLang: string | undefined;
  /** Why it can no longer be bought, such as a service that went away meanwhile. */
  blocked?: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const words = useWords("cost");
  const locale = useLocale();
  const { quote } = props;
  // The dialog itself gets the focus, so that a repeated key press neither confirms nor types into the label field.
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onCancel())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-9 bg-veil" />
        <Dialog.Popup
          className="dlg fixed top-1/2 left-1/2 z-10 max-h-[calc(100dvh-32px)] w-[min(480px,100vw-32px)] [translate:-50%_-50%] overflow-y-auto"
          initialFocus={cancel}
        >
          <Dialog.Title render={<h3 />}>{props.question ?? questionWords(quote, words)}</Dialog.Title>
          <Dialog.Description className="text-muted" lang={props.subjectLang}>
            {props.subject}
          </Dialog.Description>
          {quote.alternatives.length > 0 ? (
            <p className="mt-1 text-12/5">{givenWords(quote.action, quote, words)}</p>
          ) : null}
          {lacksParts(quote) ? (
            <p className="mt-1 text-12/5">{words("partsMissing", { parts: writeList(quote.missing_parts, locale) })}</p>
          ) : null}
          <Sums quote={quote} />
          {quote.alternatives.length > 0 ? (
            <ul className="text-12/5 text-muted">
              {quote.alternatives.map((each) => (
                <li className="flex items-baseline justify-between gap-3 py-0.5" key={JSON.stringify(each.action)}>
                  <span>
                    {alternativeWords(each, quote, words)}
                    <span className="block">{differenceWords(each, quote, words)}</span>
                  </span>
                  <Price {...each.price} />
                </li>
              ))}
            </ul>
          ) : null}
          <BookingField />
          {typeof props.blocked !== "string" ? null : (
            <p className="text-12/ui" role="status">
              {props.blocked}
            </p>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <Dialog.Close className="btn" ref={cancel}>
              {words("cancel")}
            </Dialog.Close>
            <button
              className="buy go"
              type="button"
              data-paid={quote.action.kind}
              disabled={typeof props.blocked === "string"}
              onClick={props.onConfirm}
            >
              <span className="verb">
                {props.verb}
                <span className="comma">, </span>
              </span>
              <Price {...quote.price} />
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Sums({ quote }: { quote: Quote }) {
  const words = useWords("cost");
  const today = quote.spent_today + quote.price.max;
  return (
    <table className="my-4 w-full leading-5 [&_:is(td,th)]:border-t [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1.25 [&_td]:text-end [&_th]:text-muted [&_tr:last-child>*]:border-b">
      <tbody>
        <tr>
          <th scope="row">{words("cost")}</th>
          <td>
            <Price {...quote.price} />
          </td>
        </tr>
        {quote.balance === null ? null : (
          <tr>
            <th scope="row">{words("balance")}</th>
            <td>{words("fromTo", { from: quote.balance, to: quote.balance_after ?? 0 })}</td>
          </tr>
        )}
        <tr>
          <th scope="row">{words("today")}</th>
          <td>
            {quote.daily_cap === null
              ? words("fromTo", { from: quote.spent_today, to: today })
              : words("fromToOf", { from: quote.spent_today, to: today, cap: quote.daily_cap })}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The act, named: what is bought or run. */
function questionWords(quote: Quote, words: CostWords): string {
  if (quote.action.kind === "content" && lacksParts(quote)) return words("ask_allThere");
  return actionWords("ask", quote.action, words);
}

/** Never sold as the whole text. */
function lacksParts(quote: Quote): quote is Quote & { readonly missing_parts: readonly string[] } {
  return (quote.missing_parts ?? []).length > 0;
}

function givenWords({ kind }: PurchaseAction, quote: Quote, words: CostWords): string {
  if (kind === "basket") return "";
  return words(kind === "content" && lacksParts(quote) ? "gives_allThere" : `gives_${kind}`);
}

/** At one price these words are all that tells two ways apart. */
function differenceWords({ action, price }: Alternative, quote: Quote, words: CostWords): string {
  const what = givenWords(action, quote, words);
  const isSame = price.min === quote.price.min && price.max === quote.price.max;
  return isSame ? words("samePrice", { what }) : what;
}

function alternativeWords({ action, owned_parts }: Alternative, quote: Quote, words: CostWords): string {
  if (action.kind === "content" && lacksParts(quote)) return words("altAllThere");
  const values = valuesOf(action);
  return owned_parts === undefined || owned_parts === 0
    ? words(`alt_${action.kind}`, values)
    : words("altPagesOwned", { ...values, owned: owned_parts });
}
