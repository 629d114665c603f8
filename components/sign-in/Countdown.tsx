"use client";

import { useEffect, useState } from "react";
import { useWords } from "@/lib/i18n/provider";

interface Props {
  readonly seconds: number;
  /** Which of the messages with `{wait}` is counted down. */
  readonly message: "waitSeconds" | "slowed";
}

/** Seconds that pass. Without a script the first number stands; a screen reader hears it once, not every second. */
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
