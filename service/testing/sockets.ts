import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { RequestTimeouts } from "../../lib/kit/process/sockets.ts";
import { type HttpServer, listen } from "../http/server.ts";
import type { Harness } from "./harness.ts";

/** A harness with its own socket. */
export async function listening(harness: Harness, timeouts?: RequestTimeouts): Promise<HttpServer & { url: string }> {
  const options = { host: "127.0.0.1", port: 0, trustForwarded: false };
  const server = await listen(harness.service, timeouts === undefined ? options : { ...options, timeouts });
  onTestFinished(() => server.close(0));
  return { ...server, url: `http://127.0.0.1:${server.address.port}` };
}

/** Bytes on a socket, for what no client library would send. */
export function converse(port: number, bytes: string | Buffer, then = async (_: Socket) => {}): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(bytes);
      void then(socket);
    });
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.includes("\r\n\r\n")) socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", () => resolve(answer));
  });
}

/** Status, headers and body of a raw answer. */
export function parsed(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n", 2);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(": ")[0] ?? "", line.split(": ")[1] ?? ""]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body };
}
