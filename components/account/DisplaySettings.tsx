"use client";

import { useState } from "react";
import { useChangeView } from "@/components/frame";
import { faces, readingSizes, themes, type View } from "@/lib/format/view";
import { useLocale, useWords } from "@/lib/i18n/provider";

/**
 * Language, light or dark, typeface and size of the text, single-key shortcuts. Each change shows at once and is stored
 * in this browser's cookie.
 */
export function DisplaySettings({ view }: { readonly view: View }) {
  const t = useWords("account");
  const locale = useLocale();
  const { change } = useChangeView();
  const [now, setNow] = useState(view);
  const set = (wanted: Partial<View>) => setNow({ ...now, ...wanted });
  return (
    <>
      <section className="sect" aria-labelledby="display-head">
        <div className="sect-h">
          <h2 id="display-head">{t("display")}</h2>
          <span className="muted small">{t("browserNote")}</span>
        </div>
        <div className="settings">
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
      <section className="sect" aria-labelledby="reading-head">
        <div className="sect-h">
          <h2 id="reading-head">{t("reading")}</h2>
        </div>
        <div className="settings">
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
        <p className="reading-sample" lang="ja">
          {t("sample")}
        </p>
      </section>
      <section className="sect" aria-labelledby="keyboard-head">
        <div className="sect-h">
          <h2 id="keyboard-head">{t("shortcuts")}</h2>
        </div>
        <div className="settings">
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
        <p className="small muted">
          {t("singleKeysNote")} {t("helpNote")}
        </p>
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
    <div className="setting" role="group" aria-label={label}>
      <span className="lab">{label}</span>
      <span className="seg">
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
