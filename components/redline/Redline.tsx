import { FiledText } from "@/components/ui/FiledText.tsx";

/** A redline, set by lib/text/redline. */
export function Redline(props: { readonly html: string; readonly lang: string; readonly isSideBySide: boolean }) {
  return (
    <FiledText
      className={props.isSideBySide ? "redline" : "redline single"}
      lang={props.lang}
      html={props.html}
      data-redline
    />
  );
}
