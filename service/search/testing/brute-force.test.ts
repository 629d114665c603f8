import { createBruteForceIndex } from "./brute-force.ts";
import { describeSearchIndex } from "./contract.ts";

describeSearchIndex(
  "reading everything",
  () => {
    let index = createBruteForceIndex();
    // A failed transaction is undone by doing again what came before it.
    let done: ((writer: typeof index.writer) => Promise<void>)[] = [];
    const writer = recording(
      () => index.writer,
      (step) => done.push(step),
    );
    return {
      get index() {
        return { ...index, writer };
      },
      async transaction(work) {
        const before = [...done];
        try {
          await work();
        } catch (error) {
          index = createBruteForceIndex();
          done = before;
          for (const step of before) await step(index.writer);
          throw error;
        }
      },
      close: () => index.close(),
    };
  },
  { sections: 100, queries: 40, keywordScores: "ours" },
);

type Writer = ReturnType<typeof createBruteForceIndex>["writer"];

function recording(current: () => Writer, record: (step: (writer: Writer) => Promise<void>) => void): Writer {
  const doing = (step: (writer: Writer) => Promise<void>) => {
    record(step);
    return step(current());
  };
  return {
    putDocument: (document) => doing((writer) => writer.putDocument(document)),
    removeDocument: (documentId) => doing((writer) => writer.removeDocument(documentId)),
    setSuperseded: (documentId, superseded) => doing((writer) => writer.setSuperseded(documentId, superseded)),
    putNews: (news) => doing((writer) => writer.putNews(news)),
    removeNews: (newsId) => doing((writer) => writer.removeNews(newsId)),
  };
}
