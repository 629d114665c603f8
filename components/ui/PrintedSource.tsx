import { Unbroken } from "./Unbroken.tsx";

/** The citation at the foot of every sheet of paper, in a table that stands for the page. */
export function PrintedSource({ text, lang }: { readonly text: string; readonly lang: string | undefined }) {
  return (
    <div className="hidden print:table-footer-group print:break-inside-avoid" lang={lang}>
      <p className="mt-4 border-t border-line pt-1.5 font-ui text-[8pt]/[1.4] text-muted">
        <Unbroken text={text} />
      </p>
    </div>
  );
}
