"use client";

import { type DragEvent, useId, useRef, useState } from "react";
import { useWords } from "@/lib/next/provider";

/** As many as the server takes. */
const charactersMax = 400_000;
const kinds = ".md,.markdown,.txt,.docx,.xlsx,.csv,.tsv,.pdf";

interface Props {
  readonly text: string;
  readonly file: File | undefined;
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly onFile: (file: File) => void;
  readonly onNoFile: () => void;
  readonly onCheck: () => void;
}

/** The draft as text, or as a file that is chosen or dropped here. */
export function DraftForm(props: Props) {
  const { text, file, busy, onFile, onCheck } = props;
  const t = useWords("check");
  const field = useId();
  const [isOver, setIsOver] = useState(false);
  const canCheck = (file !== undefined || text.trim() !== "") && !busy;
  return (
    <form
      className="grid max-w-240 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (canCheck) onCheck();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event: DragEvent) => {
        const dropped = event.dataTransfer.files[0];
        setIsOver(false);
        if (dropped === undefined) return;
        event.preventDefault();
        if (!busy) onFile(dropped);
      }}
    >
      <p className="text-muted">{t("lead")}</p>
      {file === undefined ? (
        <>
          <label htmlFor={field}>{t("draft")}</label>
          <textarea
            className={`input h-auto min-h-80 w-full resize-y px-3 py-2 text-14/6 ${isOver ? "border-ai bg-ai-wash" : ""}`}
            id={field}
            maxLength={charactersMax}
            placeholder={t("draftHint")}
            value={text}
            onChange={(event) => props.onText(event.target.value)}
            onKeyDown={(event) => {
              const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
              if (sends) event.currentTarget.form?.requestSubmit();
            }}
          />
        </>
      ) : (
        <p className={`border-y border-line py-3 ${isOver ? "bg-ai-wash" : ""}`}>
          <b className="font-semibold">{file.name}</b>{" "}
          <button className="link ms-3" type="button" onClick={props.onNoFile}>
            {t("noFile")}
          </button>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <button className="btn" type="submit" disabled={!canCheck} aria-busy={busy}>
          {t(busy ? "checking" : "check")}
        </button>
        <FileButton label={t(file === undefined ? "chooseFile" : "otherFile")} busy={busy} onFile={onFile} />
        <span className="text-12/5 text-muted">{t("free")}</span>
      </p>
      <p className="text-12/5 text-muted">{t("fileKinds")}</p>
      <p className="text-12/5 text-muted">{t("limits")}</p>
    </form>
  );
}

function FileButton(props: { readonly label: string; readonly busy: boolean; readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button className="btn" type="button" disabled={props.busy} onClick={() => input.current?.click()}>
        {props.label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={kinds}
        aria-label={props.label}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file can be chosen again after it was changed.
          event.target.value = "";
          if (chosen !== undefined) props.onFile(chosen);
        }}
      />
    </>
  );
}
