"use client";
"use memo";

import { useState } from "react";
import { type PageBox, shownRatio, type Turn } from "./geometry";

interface Props {
  readonly page: PageBox;
  readonly turn: Turn;
  readonly src: string;
  readonly alt: string;
  readonly eager?: boolean;
  /** A small image that is shown until the full one is there. */
  readonly preview?: string | undefined;
}

/** The image of a page in a box that has its final size and rotation before the image loads, so that nothing moves. */
export function PageSheet(props: Props) {
  const [loaded, setLoaded] = useState(false);
  const { page, turn } = props;
  const ratio = shownRatio(page, turn);
  const lying = turn === 90 || turn === 270;
  return (
    <div
      className="sheet"
      style={{ aspectRatio: String(1 / ratio), ...(loaded || turn !== 0 ? {} : backgroundOf(props.preview)) }}
      data-page={page.pageNumber}
    >
      <img
        src={props.src}
        alt={props.alt}
        width={page.width ?? undefined}
        height={page.height ?? undefined}
        decoding="async"
        fetchPriority={props.eager === true ? "high" : "auto"}
        onLoad={(event) => {
          event.currentTarget.dataset["loaded"] = "";
          setLoaded(true);
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

/** Beneath the image that loads. */
function backgroundOf(preview: string | undefined) {
  return preview === undefined ? {} : { backgroundImage: `url("${preview}")`, backgroundSize: "100% 100%" };
}
