import { getWords } from "@/lib/next/locale.server";

interface Props {
  readonly names: {
    readonly element: string;
    readonly extension: boolean;
    readonly unit: string;
    readonly labels: readonly {
      readonly text: string;
      readonly lang: "ja" | "en";
      readonly source: "package" | "row" | "standard" | "name";
    }[];
  };
  /** Members that tell this figure from others of its element. */
  readonly members: readonly string[];
}

/** An item by its name, its unit, and its name in the other language; pointed at, it says where the names come from. */
export async function FigureLabels({ names, members }: Props) {
  const t = await getWords("figures");
  const [first, ...others] = names.labels;
  const sources = names.labels.map(({ source, lang }) => `${lang}: ${t(`source_${source}`)}`);
  return (
    <span title={[names.element, ...sources].join("\n")}>
      <span lang={first?.lang}>{first?.text ?? names.element}</span>
      {members.length === 0 ? null : <span className="text-muted"> ({members.join(", ")})</span>}
      {names.extension ? (
        <span className="ms-1.5 rounded-control border border-line px-1 text-12 text-muted" title={t("extensionNote")}>
          {t("extension")}
        </span>
      ) : null}{" "}
      <span className="ms-1 text-12/4.5 whitespace-nowrap text-muted">{names.unit}</span>{" "}
      {others.map(({ text, lang }) => (
        <span className="ms-1.5 text-12/4.5 text-muted max-md:ms-0 max-md:block" lang={lang} key={lang}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** As it is copied: one name with its unit. */
export function copiedLabel({ names, members }: Props): string {
  const name = [names.labels[0]?.text ?? names.element, ...members.map((member) => `(${member})`)].join(" ");
  return names.unit === "" ? name : `${name} [${names.unit}]`;
}
