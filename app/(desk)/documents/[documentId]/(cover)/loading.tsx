import { CoverGhost } from "@/components/document";

export default function Loading() {
  return (
    <main className="page" id="main">
      <CoverGhost />
    </main>
  );
}
