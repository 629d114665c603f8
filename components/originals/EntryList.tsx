import { withoutBidiControls } from "@/lib/contract/bidi";
import { fileSize } from "@/lib/text/format/amounts";
import type { Words } from "@/lib/text/i18n/words";

interface Entry {
  readonly name: string;
  readonly byteSize: number;
  readonly packedSize: number;
  readonly folder: boolean;
}

/** The files in an archive. The server reads its directory only and unpacks nothing. */
export function EntryList(props: {
  entries: readonly Entry[];
  cut: boolean;
  t: Words<"entries" | "entryName" | "entrySize" | "entryPacked" | "entriesCut">;
}) {
  const { entries, t } = props;
  const files = entries.filter((entry) => !entry.folder);
  return (
    <section className="min-w-0">
      <div className="sect-h">
        <h2>{t("entries", { n: files.length })}</h2>
      </div>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("entries", { n: files.length })}>
        <table className="w-full leading-5 [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1 [&_:is(td,th)]:pe-2 [&_th]:text-12 [&_th]:text-muted">
          <thead>
            <tr>
              <th scope="col">{t("entryName")}</th>
              <th scope="col" className="text-end whitespace-nowrap">
                {t("entrySize")}
              </th>
              <th scope="col" className="text-end whitespace-nowrap">
                {t("entryPacked")}
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((entry, index) => (
              <tr key={`${entry.name} ${index}`}>
                <td>
                  <bdi>{withoutBidiControls(entry.name)}</bdi>
                </td>
                <td className="text-end whitespace-nowrap">{fileSize(entry.byteSize)}</td>
                <td className="text-end whitespace-nowrap">{fileSize(entry.packedSize)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {props.cut ? <p className="text-12/ui text-muted">{t("entriesCut", { n: entries.length })}</p> : null}
    </section>
  );
}
