"use client";

import { useRouter } from "next/navigation";
import { PaidAction, useOwnedDocument } from "@/components/cost";
import { originalPrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { fileSize } from "@/lib/text/format/amounts";
import { between } from "@/lib/text/format/between";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

interface Listed {
  readonly original_id: string;
  readonly media_type: string | null;
  readonly file_name: string | null;
  readonly byte_size: number | null;
}

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly lang: string;
  readonly xbrl: boolean;
  readonly originals: readonly Listed[];
}

/** The files as they were filed, each with its price or marked as owned. */
export function FileList(props: Props) {
  const t = useWords("originals");
  const { originals, ...context } = props;
  const figures = originals.filter(isFigure);
  return (
    <div className="max-w-180">
      {originals.length === 0 ? <p className="text-muted">{t("noOriginals")}</p> : null}
      <OriginalRows originals={originals.filter((each) => !isFigure(each))} {...context} />
      {figures.length === 0 ? null : figures.length <= figuresOpen ? (
        <OriginalRows originals={figures} {...context} />
      ) : (
        <details>
          <summary className="cursor-pointer py-2 text-ai">{t("originalFigures", { n: figures.length })}</summary>
          <OriginalRows originals={figures} {...context} />
        </details>
      )}
    </div>
  );
}

/** An image that belongs to the text. A filing may have hundreds; each is shown where the text refers to it. */
function isFigure(original: Listed): boolean {
  return original.media_type?.startsWith("image/") === true;
}

const figuresOpen = 3;

function OriginalRows({ documentId, title, lang, xbrl, originals }: Props) {
  const t = useWords("originals");
  const locale = useLocale();
  const router = useRouter();
  const owned = useOwnedDocument(documentId).data?.originals ?? [];
  return (
    <ul className="rows">
      {originals.map((original) => {
        const name = originalName(original, xbrl, t);
        const isPdf = original.media_type === "application/pdf" || original.original_id === "pdf";
        const size = original.byte_size === null ? null : fileSize(original.byte_size);
        return (
          <li className="grid-cols-[minmax(0,1fr)_auto]" key={original.original_id}>
            <span>
              {name}
              <br />
              <span className="text-muted text-12/ui">
                <bdi>{original.file_name}</bdi>
                {original.file_name === null || size === null ? null : between(locale)}
                {size}
              </span>
            </span>
            <PaidAction
              action={{ kind: "original", document_id: documentId, original_id: original.original_id }}
              verb={isPdf ? t("open") : t("get")}
              question={t(isPdf ? "askOpen" : "askGet", { name })}
              price={originalPrice}
              subject={`${title} ${name}`}
              subjectLang={lang}
              size="sm"
              owned={owned.includes(original.original_id)}
              href={routes.original(documentId, original.original_id)}
              onBought={() => router.push(routes.original(documentId, original.original_id))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The kind of file follows from its id, or from its media type where a service uses other ids. */
function originalName(original: Listed, xbrl: boolean, t: Words<WordKey<"originals">>): string {
  const attachment = /^attachment-(\d+)$/.exec(original.original_id);
  const figure = /^image-(\d+)$/.exec(original.original_id);
  if (figure !== null) return t("originalFigure", { n: figure[1] ?? "" });
  if (attachment !== null) return t("originalAttachment", { n: attachment[1] ?? "" });
  if (original.original_id === "english") return t("originalEnglish");
  if (original.original_id === "csv" || original.media_type === "text/csv") return t("originalCsv");
  if (original.original_id === "pdf" || original.media_type === "application/pdf") return t("originalPdf");
  if (original.original_id === "zip" || original.media_type === "application/zip") {
    return xbrl ? t("originalZip") : t("originalZipPlain");
  }
  return original.media_type ?? original.original_id;
}
