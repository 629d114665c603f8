"use client";

import { useState } from "react";

export function Answer() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount((was) => was + 1)}>
      Answered {count} times
    </button>
  );
}
