const whole = /(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?|(?:\d{4}年)?\d{1,2}月\d{1,2}日|\bpp?\. [\d–]+)/u;

/** Text as it is shown: no line ends within a date, or between "p." and its number. It is copied as it is. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(whole).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span className="whitespace-nowrap" key={at}>
        {part}
      </span>
    ),
  );
}
