/** The name above a page that stands without the frame. */
export function Brand() {
  return (
    <p className="mb-6 flex items-center gap-2 text-16 font-semibold">
      <span
        className="grid size-7 place-items-center rounded-seal bg-ink font-mincho text-[17px]/none font-bold text-paper"
        lang="ja"
        aria-hidden="true"
      >
        開
      </span>
      Hiraku
    </p>
  );
}
