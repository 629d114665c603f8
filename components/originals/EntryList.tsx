import { fileSize } from "@/lib/format/amounts";
import { withoutBidiControls } from "@/lib/format/bidi";
import type { Words } from "@/lib/i18n/words";

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
    <section className="sect">
      <div className="sect-h">
        <h2>{t("entries", { n: files.length })}</h2>
      </div>
      <div className="scroll-x" tabIndex={0} role="region" aria-label={t("entries", { n: files.length })}>
        <table className="entries">
          <thead>
            <tr>
              <th scope="col">{t("entryName")}</th>
              <th scope="col" className="num">
                {t("entrySize")}
              </th>
              <th scope="col" className="num">
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
                <td className="num">{fileSize(entry.byteSize)}</td>
                <td className="num">{fileSize(entry.packedSize)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {props.cut ? <p className="small muted">{t("entriesCut", { n: entries.length })}</p> : null}
    </section>
  );
}
