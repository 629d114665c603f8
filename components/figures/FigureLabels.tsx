import { getWords } from "@/lib/next/locale.server";

interface Props {
  readonly names: {
    readonly element: string;
    readonly extension: boolean;
    readonly labels: readonly {
      readonly text: string;
      readonly lang: "ja" | "en";
      readonly source: "package" | "row" | "standard" | "name";
    }[];
  };
  /** Members that tell this figure from others of its element. */
  readonly members: readonly string[];
}

/** In both languages where they differ, and whether the filer defined it. */
export async function FigureLabels({ names, members }: Props) {
  const t = await getWords("figures");
  const [first, ...others] = names.labels;
  return (
    <span title={names.element}>
      <span lang={first?.lang}>{first?.text ?? names.element}</span>
      {members.length === 0 ? null : <span className="text-muted"> ({members.join(", ")})</span>}
      {names.extension ? (
        <span className="ms-1.5 rounded-control border border-line px-1 text-12 text-muted" title={t("extensionNote")}>
          {t("extension")}
        </span>
      ) : null}
      {others.map(({ text, lang }) => (
        <span className="block text-12/4.5 text-muted" lang={lang} key={lang}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** "the row, the element's name": where the words come from. */
export async function LabelSources({ names }: Pick<Props, "names">) {
  const t = await getWords("figures");
  return names.labels.map(({ source, lang }) => (
    <span className="block" key={lang}>
      {lang} {t(`source_${source}`)}
    </span>
  ));
}
