import type { ReactNode } from "react";
import { requireOwner } from "@/lib/auth/session";
import { AppShell } from "../AppShell.tsx";

/** Pages authorise for themselves too. */
export default async function SignedInLayout({ children }: { readonly children: ReactNode }) {
  return <AppShell owner={await requireOwner()}>{children}</AppShell>;
}
