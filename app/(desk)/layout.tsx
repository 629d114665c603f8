import type { ReactNode } from "react";
import { requireOwner } from "@/lib/auth/session";
import { DeskShell } from "../DeskShell.tsx";

/** Pages authorise for themselves too. */
export default async function DeskLayout({ children }: { readonly children: ReactNode }) {
  return <DeskShell owner={await requireOwner()}>{children}</DeskShell>;
}
