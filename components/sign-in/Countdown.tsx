"use client";

import { useEffect, useState } from "react";
import { useWords } from "@/lib/next/provider";

interface Props {
  readonly seconds: number;
  /** The message whose `{wait}` is counted down. */
  readonly message: "waitSeconds" | "slowed";
}

/** Without scripts the first number stays; a screen reader reads it once, not every second. */
export function Countdown({ seconds, message }: Props) {
  const t = useWords("signIn");
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endMs = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endMs - performance.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <span role="timer" aria-live="off">
      {left === 0 ? t("waitOver") : t(message, { wait: left })}
    </span>
  );
}
