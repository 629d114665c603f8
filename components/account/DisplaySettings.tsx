"use client";

import { useState } from "react";
import { useChangeView } from "@/components/frame";
import { useLocale, useWords } from "@/lib/next/provider";
import { faces, readingSizes, themes, type View } from "@/lib/text/format/view";

/** Each change shows at once and is stored in this browser's cookie. */
export function DisplaySettings({ view }: { readonly view: View }) {
  const t = useWords("account");
  const locale = useLocale();
  const { change } = useChangeView();
  const [now, setNow] = useState(view);
  const set = (wanted: Partial<View>) => setNow({ ...now, ...wanted });
  return (
    <>
      <section className="min-w-0" aria-labelledby="display-head">
        <div className="sect-h">
          <h2 id="display-head">{t("display")}</h2>
          <span className="text-muted text-12/ui">{t("browserNote")}</span>
        </div>
        <div className="grid gap-2">
          <Choice
            label={t("language")}
            value={locale}
            options={[
              { value: "en", label: "English", lang: "en" },
              { value: "ja", label: "日本語", lang: "ja" },
            ]}
            onChoose={(chosen) => void change({ locale: chosen })}
          />
          <Choice
            label={t("theme")}
            value={now.theme}
            options={themes.map((value) => ({ value, label: t(`theme_${value}`) }))}
            onChoose={(theme) => {
              set({ theme });
              void change({ theme });
            }}
          />
        </div>
      </section>
      <section className="min-w-0" aria-labelledby="reading-head">
        <div className="sect-h">
          <h2 id="reading-head">{t("reading")}</h2>
        </div>
        <div className="grid gap-2">
          <Choice
            label={t("face")}
            value={now.face}
            options={faces.map((value) => ({ value, label: t(`face_${value}`) }))}
            onChoose={(face) => {
              set({ face });
              void change({ face });
            }}
          />
          <Choice
            label={t("size")}
            value={now.size}
            options={readingSizes.map((value) => ({ value, label: String(value) }))}
            onChoose={(size) => {
              set({ size });
              void change({ size });
            }}
          />
        </div>
        <p className="mt-3 max-w-measure text-justify font-reading text-reading/text normal-nums" lang="ja">
          {t("sample")}
        </p>
      </section>
      <section className="min-w-0" aria-labelledby="keyboard-head">
        <div className="sect-h">
          <h2 id="keyboard-head">{t("shortcuts")}</h2>
        </div>
        <div className="grid gap-2">
          <Choice
            label={t("singleKeys")}
            value={now.singleKeys ? "on" : "off"}
            options={(["on", "off"] as const).map((value) => ({ value, label: t(value) }))}
            onChoose={(keys) => {
              set({ singleKeys: keys === "on" });
              void change({ keys });
            }}
          />
        </div>
        <p className="mt-3 text-12/ui text-muted">{t("singleKeysNote")}</p>
      </section>
    </>
  );
}

interface ChoiceProps<V extends string | number> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string; readonly lang?: string }[];
  onChoose(value: V): void;
}

function Choice<V extends string | number>({ label, value, options, onChoose }: ChoiceProps<V>) {
  return (
    <div
      className="grid grid-cols-[120px_minmax(0,1fr)] items-center max-xs:grid-cols-[1fr] max-xs:gap-0.5"
      role="group"
      aria-label={label}
    >
      <span className="text-muted">{label}</span>
      <span className="seg w-fit">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            lang={option.lang}
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </button>
        ))}
      </span>
    </div>
  );
}
