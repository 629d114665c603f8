import { useWords } from "@/lib/next/provider";
import { LeftOutWords } from "./LeftOutWords";
import type { Asked } from "./quote-row";

export function ServiceVerdict({ asked }: { readonly asked: Asked }) {
  const t = useWords("receipts");
  switch (asked.kind) {
    case "asking":
      return <Said state="unknown" words={t("serviceAsking")} />;
    case "not_offered":
      return <Said state="unknown" words={t("serviceNotOffered")} />;
    case "no_document":
      return <Said state="failed" words={t("serviceNoDocument")} />;
    case "failed":
      return <Said state="unknown" words={t("serviceFailed")} notes={[asked.detail]} />;
    case "refused": {
      const { code, again_from: time } = asked;
      const notes = time === null ? [] : [t("serviceAgain", { time })];
      return <Said state="unknown" words={t(`service_${code}`)} notes={notes} />;
    }
    case "told": {
      const isWhole = asked.failures_left !== null;
      const found = [asked.ellipsis ? t("noteEllipsis") : "", t(isWhole ? "serviceNoPlace" : "serviceBought")];
      const missing = isWhole
        ? [t("serviceWhole"), t("serviceLeft", { n: asked.failures_left })]
        : [t("serviceBought")];
      return asked.found ? (
        <>
          <LeftOutWords leftOut={asked.left_out} />
          <Said state={asked.left_out?.length === 0 ? "stored" : "unknown"} words={t("serviceFound")} notes={found} />
        </>
      ) : (
        <Said state="failed" words={t("serviceNotFound")} notes={missing} />
      );
    }
  }
}

interface SaidProps {
  readonly state: "stored" | "failed" | "unknown";
  readonly words: string;
  readonly notes?: readonly string[];
}

function Said({ state, words, notes = [] }: SaidProps) {
  return (
    <>
      <span className={`outcome ${state}`}>{words}</span>
      {notes
        .filter((note) => note !== "")
        .map((note) => (
          <span key={note} className="text-12/5 text-muted">
            {note}
          </span>
        ))}
    </>
  );
}
