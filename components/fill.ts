import type { ReactNode } from "react";
import type { Owner } from "@/lib/owners/owner";
import * as each from "./slots.ts";

interface Slots {
  /** A section of the account page; `about` is the source that a link to it named. */
  readonly Account?: (props: {
    readonly owner: Owner;
    readonly about: string | undefined;
  }) => ReactNode | Promise<ReactNode>;
  /** News at the head of the desk, where its owner follows something. */
  readonly News?: (props: { readonly owner: Owner; readonly nowMs: number }) => ReactNode | Promise<ReactNode>;
  /** The page at the address of something shared; undefined where it is not this feature's. */
  readonly shared?: (owner: Owner, shareId: string) => Promise<ReactNode | undefined>;
}

/** Each with the name of its feature. */
export function fillsOf<Name extends keyof Slots>(name: Name): [string, NonNullable<Slots[Name]>][] {
  const all: Readonly<Record<string, Slots>> = each;
  return Object.entries(all).flatMap(([feature, { [name]: fill }]) => (fill === undefined ? [] : [[feature, fill]]));
}
