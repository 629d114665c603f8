import type { ComponentProps, ReactNode } from "react";

interface Props extends Omit<ComponentProps<"article">, "className"> {
  readonly time: ReactNode;
  readonly family: ReactNode;
  readonly volume?: ReactNode;
  readonly cost?: ReactNode;
  /** An amendment stands directly beneath what it amends, joined to it by a line. */
  readonly stacked?: boolean;
}

/** The columns of a timeline: when, which family, what, how long, at which price. */
export function TimelineRow({ time, family, volume, cost, stacked = false, children, ...article }: Props) {
  return (
    <article
      {...article}
      className={`-mx-2 grid scroll-mt-[calc(var(--bar-h)+12px)] scroll-mb-6 grid-cols-[42px_54px_minmax(0,1fr)_72px_88px] items-baseline gap-x-3 px-2 pb-2 leading-5 hover:bg-sunk has-[a:focus-visible]:rounded-seal has-[a:focus-visible]:bg-ai-wash has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-ai max-md:mx-0 max-md:grid-cols-[42px_minmax(0,1fr)_auto] max-md:grid-rows-[auto_1fr] max-md:px-0 max-md:has-[a:focus-visible]:outline-offset-2 [&_a:focus-visible]:outline-0 ${stacked ? "" : "pt-2"}`}
    >
      <span className="text-12 text-muted max-md:col-start-1 max-md:row-start-1">{time}</span>
      <span className="text-12 text-muted max-md:col-start-1 max-md:row-start-2 max-md:text-[11px]">{family}</span>
      <span
        className={`two max-md:col-start-2 max-md:col-end-3 max-md:row-start-1 max-md:row-end-3 [&>span_a]:text-inherit [&>span_a]:hover:text-ai ${stacked ? "relative ps-5 before:absolute before:-top-1.5 before:left-1 before:h-4.25 before:w-2.25 before:border-b before:border-l before:border-edge" : ""}`}
      >
        {children}
      </span>
      <span className="text-end text-12 text-muted max-md:hidden">{volume}</span>
      <span className="justify-self-end max-md:col-start-3 max-md:row-start-1">{cost}</span>
    </article>
  );
}
