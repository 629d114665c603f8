import type { ComponentProps, ReactNode } from "react";
import { rowLook } from "./row-look.ts";

interface Props extends Omit<ComponentProps<"article">, "className"> {
  readonly time: ReactNode;
  readonly family: ReactNode;
  readonly volume?: ReactNode;
  readonly cost?: ReactNode;
}

/** The columns of a timeline: when, which family, what, how long, at which price. Documents have them as HTML. */
export function TimelineRow({ time, family, volume, cost, children, ...article }: Props) {
  return (
    <article {...article} className="timeline-row pt-2">
      <span className={rowLook.time}>{time}</span>
      <span className={rowLook.family}>{family}</span>
      <span className={rowLook.what}>{children}</span>
      <span className={rowLook.volume}>{volume}</span>
      <span className={rowLook.cost}>{cost}</span>
    </article>
  );
}
