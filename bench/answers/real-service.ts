import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deployment, hiraku } from "../../scripts/drills/programs.ts";
import { startProgram } from "../../scripts/wait-for-program.ts";

/** The service itself, in a temporary folder, with the real filings of a folder taken in as its owner would. */
export interface RealService {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  stop(): Promise<void>;
}

export async function serveFilings(samples: string): Promise<RealService> {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-answers-"));
  const { apiUrl, apiPort, data, env } = await deployment(path.join(folder, "service"));
  const packages = path.join(samples, "packages");
  const zips = readdirSync(packages).filter((name) => name.endsWith(".zip"));
  hiraku(data, "ingest", "package", ...zips.map((name) => path.join(packages, name)));
  hiraku(data, "ingest", "folder", path.join(samples, "pairs"));
  for (const list of readdirSync(path.join(samples, "codes")))
    hiraku(data, "ingest", "codes", path.join(samples, "codes", list));
  const made = hiraku(data, "keys", "create", "--per-minute", "1000000", "--per-day", "unlimited", "--json");
  const { key }: { key: string } = JSON.parse(made);
  const args = ["cli/main.ts", "serve", "--port", String(apiPort)];
  const service = await startProgram(process.execPath, args, { url: `${apiUrl}/health/ready`, env });
  return {
    url: apiUrl,
    key,
    folder,
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
