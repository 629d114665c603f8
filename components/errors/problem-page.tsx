import { notFound } from "next/navigation";
import type { ComponentProps } from "react";
import { ErrorInPlace } from "./ErrorInPlace.tsx";

/** In place of a page: whatever the service does not know is not found, and any other problem says what to do. */
export function problemPage(problem: ComponentProps<typeof ErrorInPlace>["problem"]) {
  if (problem.status === 404) notFound();
  return (
    <main className="page" id="main">
      <ErrorInPlace problem={problem} heading="h1" />
    </main>
  );
}
