import { Fragment, type ReactNode } from "react";

const mark = "\u0001";

/** Fills one place of a message with an element: `withNode((price) => t("together", { price }), <b>4</b>)`. */
export function withNode(message: (placeholder: string) => string, node: ReactNode): ReactNode {
  const [before, after] = message(mark).split(mark);
  return (
    <Fragment>
      {before}
      {node}
      {after}
    </Fragment>
  );
}
