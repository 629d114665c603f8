import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { endProgram, freePort, type Started } from "../wait-for-program.ts";
import { picture, signInThere, withBrowser } from "./browser.ts";
import { deployment, makeData, operateFolder, Skipped, startUnit } from "./programs.ts";
import { checkThroughProxy } from "./through-proxy.ts";

/** Not the synchronous one, since the requests are answered by this process. */
const run = promisify(execFile);
const host = "hiraku.example";

interface Ports {
  readonly https: number;
  readonly http: number;
  readonly web: number;
  readonly service: number;
}

interface Proxy {
  readonly name: "nginx" | "Caddy";
  /** Writes the example with our ports and certificates, and says how it is started. */
  prepare(folder: string, ports: Ports): readonly string[];
}

export const nginx: Proxy = {
  name: "nginx",
  prepare(folder, ports) {
    const example = withPorts(readFileSync(path.join(operateFolder, "nginx.conf"), "utf8"), folder, ports)
      .replaceAll("listen 443", `listen 127.0.0.1:${ports.https}`)
      .replaceAll("listen 80", `listen 127.0.0.1:${ports.http}`);
    writeFileSync(path.join(folder, "hiraku.conf"), example);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    writeFileSync(
      path.join(folder, "nginx.conf"),
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
       http { access_log off; ${temporary.join(" ")} include ${folder}/hiraku.conf; }`,
    );
    return ["nginx", "-e", path.join(folder, "error.log"), "-p", folder, "-c", path.join(folder, "nginx.conf")];
  },
};

export const caddy: Proxy = {
  name: "Caddy",
  prepare(folder, ports) {
    const tls = `\ttls ${folder}/tls/hiraku.pem ${folder}/tls/hiraku.key\n`;
    const example = withPorts(readFileSync(path.join(operateFolder, "Caddyfile"), "utf8"), folder, ports)
      .replaceAll(/^((?:api\.)?hiraku\.example) \{\n/gm, `https://$1:${ports.https} {\n\tbind 127.0.0.1\n${tls}`)
      .replace(/^:443 \{\n/m, `:${ports.https} {\n\tbind 127.0.0.1\n`)
      .replace(/^:80 \{\n/m, `:${ports.http} {\n\tbind 127.0.0.1\n`)
      .replace(/^http:.* \{\n/m, "$&\tbind 127.0.0.1\n");
    const own = `{\n\tadmin off\n\thttp_port ${ports.http}\n\tstorage file_system ${folder}/caddy\n}\n`;
    writeFileSync(path.join(folder, "Caddyfile"), own + example);
    return ["caddy", "run", "--adapter", "caddyfile", "--config", path.join(folder, "Caddyfile")];
  },
};

function withPorts(text: string, folder: string, ports: Ports): string {
  return text
    .replaceAll("/etc/hiraku/tls", path.join(folder, "tls"))
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${ports.web}`)
    .replaceAll("127.0.0.1:8787", `127.0.0.1:${ports.service}`);
}

/** The guide's example, unchanged, in front of both programs, used by a browser. */
export async function proxyDrill(proxy: Proxy, work: string, screenshots: string | undefined): Promise<string[]> {
  const folder = path.join(work, proxy.name);
  makeCertificate(folder);
  const data = path.join(folder, "data");
  const { key } = makeData(data);
  const ports = { https: await freePort(), http: await freePort() };
  const publicUrl = `https://${host}:${ports.https}`;
  const at = await deployment(data, { HIRAKU_PUBLIC_URL: publicUrl, HIRAKU_TRUST_PROXY: "on" });
  const command = proxy.prepare(folder, { ...ports, web: at.webPort, service: at.apiPort });
  const running = await startProxy(command, folder, ports.https);
  const programs: Started[] = [];
  try {
    programs.push(await startUnit("hiraku-service", at), await startUnit("hiraku-web", at));
    const facts = await withBrowser([`--host-resolver-rules=MAP *.example 127.0.0.1`], async (browser) => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const failures: string[] = [];
      page.on("pageerror", (error) => failures.push(error.message));
      page.on("console", (message) => message.type() === "error" && failures.push(message.text()));
      // An address that needs a session: the redirects to the form and back must stay under the public name.
      await page.goto(`${publicUrl}/library`);
      if (!page.url().startsWith(`${publicUrl}/sign-in`)) throw new Error(`it was sent to ${page.url()}`);
      await signInThere(page, publicUrl, key);
      if (!page.url().startsWith(publicUrl)) throw new Error(`after signing in it was sent to ${page.url()}`);
      await page.goto(`${publicUrl}/read?since=2000-01-01`);
      await page.locator('main a[href*="/documents/"]').first().waitFor();
      await picture(page, screenshots, `behind-${proxy.name}`);
      if (failures.length > 0) throw new Error(`the browser complains: ${failures[0]}`);
      return cookiesOf(await context.cookies());
    });
    const wire = await checkThroughProxy({ host, port: ports.https, folder });
    return [
      `signed in at ${publicUrl} through ${proxy.name}, redirects stay there`,
      facts,
      ...wire,
      await addressSeen(proxy, work),
    ];
  } finally {
    await running.stop();
    await Promise.all(programs.map((program) => program.stop("SIGTERM")));
  }
}

function cookiesOf(cookies: readonly { name: string; secure: boolean; httpOnly: boolean; sameSite: string }[]): string {
  const session = cookies.find(({ name }) => name === "__Host-hiraku-session");
  if (session === undefined)
    throw new Error(`there is no __Host- session among ${cookies.map(({ name }) => name).join(", ")}`);
  const weak = cookies.filter(({ secure, name }) => !secure || !name.startsWith("__Host-"));
  if (weak.length > 0 || !session.httpOnly)
    throw new Error(`not all cookies are Secure: ${weak.map(({ name }) => name).join(", ")}`);
  return `${cookies.length} cookies, all Secure and __Host-, the session HttpOnly and SameSite=${session.sameSite}`;
}

/** For a caller with forged headers the upstream must get only the address it really came from. */
async function addressSeen(proxy: Proxy, work: string): Promise<string> {
  const folder = path.join(work, `${proxy.name}-echo`);
  makeCertificate(folder);
  const seen: IncomingHttpHeaders[] = [];
  const echo = createServer((request, response) => {
    seen.push(request.headers);
    response.end("seen");
  }).listen(0, "127.0.0.1");
  await once(echo, "listening");
  const address = echo.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const ports = { https: await freePort(), http: await freePort(), web: port, service: port };
  const running = await startProxy(proxy.prepare(folder, ports), folder, ports.https);
  try {
    for (const name of [host, `api.${host}`]) {
      const args = ["-sk", "--interface", "127.0.0.9", "--resolve", `${name}:${ports.https}:127.0.0.1`];
      const claim = "X-Forwarded-For: 203.0.113.7, 198.51.100.9";
      await run("curl", [...args, "-H", claim, `https://${name}:${ports.https}/`]);
      const headers = seen.at(-1);
      if (headers?.["x-forwarded-for"] !== "127.0.0.9")
        throw new Error(`upstream was told ${headers?.["x-forwarded-for"]}`);
      if (headers.host !== `${name}:${ports.https}`) throw new Error(`upstream was asked for ${headers.host}`);
    }
    return "both programs are told the caller's own address and nothing that it claims";
  } finally {
    await running.stop();
    echo.close();
  }
}

function makeCertificate(folder: string): void {
  mkdirSync(path.join(folder, "tls"), { recursive: true });
  const names = `subjectAltName=DNS:${host},DNS:api.${host}`;
  const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", `${folder}/tls/hiraku.key`, "-out", `${folder}/tls/hiraku.pem`];
  const made = spawnSync("openssl", [...args, ...files, "-subj", `/CN=${host}`, "-addext", names], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Skipped("openssl can't make a certificate");
}

async function startProxy([command = "", ...args]: readonly string[], folder: string, port: number) {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  let said = "";
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", () => reject(new Skipped(`${command} is not installed (Debian: ${command})`)));
    child.once("exit", () => reject(new Error(`${command} ended:\n${said}`)));
  });
  failed.catch(() => undefined);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (said = (said + chunk).slice(-4_000)));
  const waiting = new AbortController();
  await Promise.race([failed, untilListening(port, waiting.signal)]).finally(() => waiting.abort());
  return { stop: () => endProgram(child, "SIGTERM") };
}

async function untilListening(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(port, "127.0.0.1");
    const isUp = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
