import type { Readable } from "node:stream";

/**
 * A body that is opened with its first read. An answer to a client that has gone, or to HEAD, is dropped unread, and
 * nothing would ever close what it had opened.
 */
export function streamWhenRead(open: () => Readable): ReadableStream<Uint8Array> {
  let source: Readable | undefined;
  let chunks: AsyncIterator<unknown> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        source ??= open();
        chunks ??= source[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value instanceof Uint8Array ? value : Buffer.from(String(value)));
      },
      cancel() {
        source?.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
