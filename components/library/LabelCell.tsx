"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import { saveLabel } from "@/lib/next/queries/library";
import { libraryKeys } from "@/lib/next/queries/library-keys";

const labelMax = 80;

/** The ledger label (a client or project) of a line, edited in place. */
export function LabelCell(props: { intentId: string; label: string | null; known: readonly string[] }) {
  const t = useWords("library");
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const save = useMutation({
    mutationFn: (label: string) => saveLabel([props.intentId], label.trim() === "" ? null : label.trim()),
    onSuccess: () => client.invalidateQueries({ queryKey: libraryKeys.all }),
  });
  const shown = save.isPending ? save.variables : (props.label ?? "");
  if (!editing) {
    return (
      <button
        className={
          shown === ""
            ? "text-start text-ai opacity-0 print:hidden group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100"
            : "text-start hover:text-ai text-muted"
        }
        type="button"
        aria-label={shown === "" ? t("addLabel") : t("changeLabel", { label: shown })}
        onClick={() => setEditing(true)}
      >
        {shown === "" ? t("addLabel") : shown}
      </button>
    );
  }
  const done = (text: string) => {
    setEditing(false);
    if (text.trim() !== (props.label ?? "")) save.mutate(text);
  };
  return (
    <>
      <input
        className="input h-6.5 w-[12em]"
        aria-label={t("label")}
        defaultValue={props.label ?? ""}
        list={`labels-${props.intentId}`}
        maxLength={labelMax}
        // The field replaces the button that was pressed, so it takes the focus.
        ref={(field) => field?.focus()}
        onBlur={(event) => done(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") done(event.currentTarget.value);
          if (event.key === "Escape") setEditing(false);
        }}
      />
      <datalist id={`labels-${props.intentId}`}>
        {props.known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
