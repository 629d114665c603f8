import { noteThePeersAddress } from "./auth/peer-address.ts";
import { SettingError, settings, tellNextAuthItsAddress } from "./env.ts";

/** Refuses wrong settings with one clear line, before anything is half done. */
export async function startUp(): Promise<void> {
  try {
    settings();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`hiraku: ${error.message}\n`);
    process.exit(1);
  }
  tellNextAuthItsAddress();
  noteThePeersAddress();
}
