"use client";

import { Dialog } from "@/components/ui/Dialog";
import { useWords } from "@/lib/i18n/provider";
import { modKey } from "./mod-key.ts";
import type { WordKey } from "@/lib/i18n/namespaces";

/** All shortcuts of the app, also those of other pages, so that users can discover them. */
const map: readonly { readonly keys: readonly string[]; readonly does: WordKey<"keys"> }[] = [
  { keys: ["/"], does: "search" },
  { keys: ["⌘K"], does: "palette" },
  { keys: ["?"], does: "help" },
  { keys: ["j", "k"], does: "rows" },
  { keys: ["Enter"], does: "open" },
  { keys: ["[", "]"], does: "sections" },
  { keys: ["←", "→"], does: "page" },
  { keys: ["g", "34"], does: "goToPage" },
  { keys: ["t"], does: "textOrPage" },
  { keys: ["o"], does: "contents" },
  { keys: ["⌘F"], does: "find" },
  { keys: ["c"], does: "copyLink" },
  { keys: ["y"], does: "copyCitation" },
  { keys: ["b"], does: "credits" },
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
  return (
    <Dialog label={t("title")} className="dlg wide" onClose={onClose}>
      <div className="sect-h">
        <h2>{t("title")}</h2>
        <span className="muted small">{t("noneSpends")}</span>
        <span className="end">
          <button className="link" type="button" onClick={() => onSwitchSingleKeys(!singleKeys)}>
            {t(singleKeys ? "switchOff" : "switchOn")}
          </button>
        </span>
      </div>
      <div className="keys">
        {map.map(({ keys, does }) => (
          <div key={does}>
            <span>
              {keys.map((key) => (
                <kbd key={key}>{key.replace("⌘", mod)}</kbd>
              ))}
            </span>
            <span>{t(does)}</span>
          </div>
        ))}
      </div>
      <div className="ends">
        <button className="btn" type="button" data-autofocus onClick={onClose}>
          {t("close")}
        </button>
      </div>
    </Dialog>
  );
}
