import { FiledText } from "@/components/ui/FiledText.tsx";

/** A redline, set by lib/text/redline. */
export function Redline(props: { readonly html: string; readonly lang: string; readonly isSideBySide: boolean }) {
  return (
    <FiledText
      className={`font-reading text-16/[1.75] [&_del+ins]:ms-1 [&_table]:font-ui [&_table]:text-13 ${props.isSideBySide ? "" : "max-w-[44em]"}`}
      lang={props.lang}
      html={props.html}
      data-redline
    />
  );
}
