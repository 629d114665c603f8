import { IssuerGhost } from "@/components/issuer";

export default function Loading() {
  return (
    <main className="page" id="main">
      <IssuerGhost />
    </main>
  );
}
