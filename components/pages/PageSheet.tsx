"use client";
"use memo";

import { type PageBox, shownRatio, type Turn } from "./geometry";

/** The image of a page in a box that has its final size and rotation before the image loads, so that nothing moves. */
export function PageSheet(props: { page: PageBox; turn: Turn; src: string; alt: string; eager?: boolean }) {
  const { page, turn } = props;
  const ratio = shownRatio(page, turn);
  const lying = turn === 90 || turn === 270;
  return (
    <div className="sheet" style={{ aspectRatio: String(1 / ratio) }} data-page={page.pageNumber}>
      <img
        src={props.src}
        alt={props.alt}
        width={page.width ?? undefined}
        height={page.height ?? undefined}
        decoding="async"
        fetchPriority={props.eager === true ? "high" : "auto"}
        onLoad={(event) => {
          event.currentTarget.dataset["loaded"] = "";
        }}
        style={
          turn === 0
            ? undefined
            : {
                position: "absolute",
                insetBlockStart: "50%",
                insetInlineStart: "50%",
                // A page rotated by 90 or 270 degrees is as wide, before rotation, as its box is high.
                width: lying ? `${ratio * 100}%` : "100%",
                height: lying ? `${100 / ratio}%` : "100%",
                transform: `translate(-50%, -50%) rotate(${turn}deg)`,
              }
        }
      />
    </div>
  );
}
