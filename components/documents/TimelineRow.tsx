import type { ComponentProps, ReactNode } from "react";
import { rowLook } from "./row-look.ts";

interface Props extends Omit<ComponentProps<"article">, "className"> {
  readonly time: ReactNode;
  readonly family: ReactNode;
  readonly volume?: ReactNode;
  readonly cost?: ReactNode;
  /** Joined to the row above it by a line. */
  readonly joined?: boolean;
}

export function TimelineRow({ time, family, volume, cost, joined = false, children, ...article }: Props) {
  return (
    <article {...article} className={joined ? "timeline-row" : "timeline-row pt-2"}>
      <span className={rowLook.time}>{time}</span>
      <span className={rowLook.family}>{family}</span>
      <span className={joined ? `${rowLook.what} ${rowLook.joined}` : rowLook.what}>{children}</span>
      <span className={rowLook.volume}>{volume}</span>
      <span className={rowLook.cost}>{cost}</span>
    </article>
  );
}
