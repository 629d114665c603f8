import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { refuse } from "../toolchain.mjs";
import { freePort } from "../wait-for-program.ts";
import { freeClusterPort, isFree } from "./engines.ts";
import type { MachinesOptions } from "./options.ts";

/** Owners and idempotency keys depend on the service's address, and so on its port. */
const MachinesRecord = z.object({
  secret: z.string(),
  ports: z.object({
    web: z.int(),
    api: z.int(),
    search: z.int(),
    postgres: z.int(),
    s3: z.int(),
    cluster: z.int(),
    services: z.array(z.int()),
    webs: z.array(z.int()),
  }),
  search: z.boolean(),
  key: z.string().optional(),
});
export type MachinesRecord = z.infer<typeof MachinesRecord>;

const fileOf = (folder: string) => path.join(folder, "machines.json");

export async function openRecord(folder: string, options: MachinesOptions): Promise<MachinesRecord> {
  mkdirSync(folder, { recursive: true });
  // Engines that refuse root run as nobody, and have folders in it.
  chmodSync(folder, 0o711);
  mkdirSync(path.join(folder, "logs"), { recursive: true, mode: 0o700 });
  const file = fileOf(folder);
  if (!existsSync(file)) return newRecord(options);
  const kept = MachinesRecord.parse(JSON.parse(readFileSync(file, "utf8")));
  if (kept.search !== options.search) {
    refuse(
      `machines: ${folder} was made ${kept.search ? "with" : "without"} search; start it so, or take another folder.`,
    );
  }
  const { services, webs, ...single } = kept.ports;
  const ports = {
    ...single,
    services: await enough(services, options.services),
    webs: await enough(webs, options.webs),
  };
  for (const port of [ports.web, ports.api, ports.postgres, ...ports.services, ...ports.webs]) {
    if (!(await isFree(port))) refuse(`machines: port ${port} is in use: are these machines running already?`);
  }
  return { ...kept, ports };
}

async function newRecord({ port, services, webs, search }: MachinesOptions): Promise<MachinesRecord> {
  if (port !== 0 && !(await isFree(port))) refuse(`machines: port ${port} is in use; --port takes another.`);
  return {
    secret: randomBytes(32).toString("hex"),
    ports: {
      web: port === 0 ? await freePort() : port,
      api: await freePort(),
      search: await freePort(),
      postgres: await freePort(),
      s3: await freePort(),
      cluster: await freeClusterPort(),
      services: await enough([], services),
      webs: await enough([], webs),
    },
    search,
  };
}

export function saveRecord(folder: string, record: MachinesRecord): void {
  writeFileSync(fileOf(folder), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

async function enough(ports: readonly number[], count: number): Promise<number[]> {
  const all = [...ports];
  while (all.length < count) all.push(await freePort());
  return all.slice(0, count);
}
