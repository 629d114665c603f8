import { TimelineGhost } from "@/components/documents";

export default function Loading() {
  return (
    <main className="page" id="main">
      <div className="dateline" aria-hidden="true">
        <p className="h-page">
          <span className="ghost tall" style={{ width: 160 }} />
        </p>
      </div>
      <div className="issuer market">
        <div />
        <TimelineGhost />
      </div>
    </main>
  );
}
