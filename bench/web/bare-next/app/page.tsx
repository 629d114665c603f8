import { headers } from "next/headers";
import { Answer } from "./Answer.tsx";

/** Rendered for each request, as every page of the app is; one component acts. */
export default async function BarePage() {
  const host = (await headers()).get("host");
  return (
    <main>
      <h1>A page of {host}</h1>
      <Answer />
    </main>
  );
}
