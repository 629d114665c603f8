/** Serves the bare page from its production build, behind the same kind of server as the app's; prints its address. */
import { createServer } from "node:http";
import next from "next";

const server = createServer();
const app = next({ dev: false, dir: import.meta.dirname, httpServer: createServer() });
await app.prepare();
const handler = app.getRequestHandler();
server.on("request", (request, response) => void handler(request, response));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`);
});
