/** Quoted words as they were delivered: line breaks and Markdown are theirs, and are what was signed. */
export function ReceiptWords({ quote }: { readonly quote: string }) {
  return (
    <blockquote
      className="m-0 max-h-[60vh] overflow-auto border-s-2 border-ai ps-4 font-reading text-reading/text whitespace-pre-wrap [overflow-wrap:anywhere] print:max-h-none"
      lang="ja"
    >
      {quote}
    </blockquote>
  );
}
