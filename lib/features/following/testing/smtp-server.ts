import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** A mail server on this machine that records what it has accepted, and answers the text of a mail as the test says. */
export interface FakeSmtp extends AsyncDisposable {
  readonly port: number;
  readonly accepted: { readonly to: string; readonly source: string }[];
  /** The line after the text; undefined breaks the connection, after the text was accepted. */
  answer: () => string | undefined;
}

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const accepted: FakeSmtp["accepted"] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.write("220 test\r\n");
    let [input, to, isText] = ["", "", false];
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      input += chunk;
      for (;;) {
        const end = input.indexOf(isText ? "\r\n.\r\n" : "\r\n");
        if (end === -1) return;
        const piece = input.slice(0, end);
        input = input.slice(end + (isText ? 5 : 2));
        if (isText) {
          isText = false;
          const answer = fake.answer();
          if (answer === undefined || answer.startsWith("2")) accepted.push({ to, source: piece });
          if (answer === undefined) socket.destroy();
          else socket.write(`${answer}\r\n`);
          continue;
        }
        if (/^RCPT TO/i.test(piece)) to = /<(.*)>/.exec(piece)?.[1] ?? "";
        isText = /^DATA/i.test(piece);
        socket.write(isText ? "354 go on\r\n" : /^QUIT/i.test(piece) ? "221 bye\r\n" : "250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fake: FakeSmtp = {
    port: (server.address() as AddressInfo).port,
    accepted,
    answer: () => "250 taken",
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
