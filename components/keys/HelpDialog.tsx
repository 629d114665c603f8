"use client";

import { useRouter } from "next/navigation";
import { Dialog } from "@/components/ui/Dialog";
import { useWords } from "@/lib/next/provider";
import { saveFirstRead } from "@/lib/next/queries/first-read";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import { modKey } from "./mod-key.ts";

/** All shortcuts of the app, also those of other pages, so that users can discover them. */
const map: readonly { readonly keys: readonly string[]; readonly does: WordKey<"keys"> }[] = [
  { keys: ["/"], does: "search" },
  { keys: ["⌘K"], does: "palette" },
  { keys: ["?"], does: "help" },
  { keys: ["j", "k"], does: "rows" },
  { keys: ["Enter"], does: "open" },
  { keys: ["n", "p"], does: "hits" },
  { keys: ["[", "]"], does: "sections" },
  { keys: ["←", "→"], does: "page" },
  { keys: ["g", "34"], does: "goToPage" },
  { keys: ["t"], does: "textOrPage" },
  { keys: ["o"], does: "contents" },
  { keys: ["⌘F"], does: "find" },
  { keys: ["c"], does: "copyLink" },
  { keys: ["y"], does: "copyCitation" },
  { keys: ["Tab"], does: "selectionMenu" },
  { keys: ["m"], does: "seen" },
  { keys: ["b"], does: "credits" },
  { keys: ["s"], does: "basket" },
  { keys: ["Esc"], does: "back" },
];

interface Props {
  readonly singleKeys: boolean;
  onSwitchSingleKeys(on: boolean): void;
  onClose(): void;
}

export function HelpDialog({ singleKeys, onSwitchSingleKeys, onClose }: Props) {
  const t = useWords("keys");
  const mod = modKey();
  const router = useRouter();
  const guide = async () => {
    onClose();
    await saveFirstRead({ step: 1, left: false });
    // From its first step: on a section that is owned it would end at once.
    router.push("/");
    router.refresh();
  };
  return (
    <Dialog label={t("title")} className="dlg max-w-180" onClose={onClose}>
      <div className="sect-h border-t-0 pt-0">
        <h2>{t("title")}</h2>
        <span className="text-muted text-12/ui">{t("noneSpends")}</span>
        <span className="end">
          <button className="link" type="button" onClick={() => onSwitchSingleKeys(!singleKeys)}>
            {t(singleKeys ? "switchOff" : "switchOn")}
          </button>
        </span>
      </div>
      <div className="columns-2 gap-x-8 leading-5 max-md:columns-1">
        {map.map(({ keys, does }) => (
          <div className="grid break-inside-avoid grid-cols-[92px_1fr] border-b border-line py-1" key={does}>
            <span>
              {keys.map((key) => (
                <kbd className="not-first:ms-1" key={key}>
                  {key.replace("⌘", mod)}
                </kbd>
              ))}
            </span>
            <span>{t(does)}</span>
          </div>
        ))}
      </div>
      <div className="mt-5 flex items-center justify-end gap-2">
        <button className="link me-auto" type="button" onClick={() => void guide()}>
          {t("firstRead")}
        </button>
        <button className="btn" type="button" data-autofocus onClick={onClose}>
          {t("close")}
        </button>
      </div>
    </Dialog>
  );
}
