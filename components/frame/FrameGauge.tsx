"use client";

import { useState } from "react";
import { Gauge } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { useWords } from "@/lib/i18n/provider";

/** The credit gauge, and `b`, which opens it. */
export function FrameGauge() {
  const t = useWords("keys");
  const [open, setOpen] = useState(false);
  useShortcut("b", () => setOpen((was) => !was), t("credits"));
  return <Gauge open={open} onOpenChange={setOpen} />;
}
