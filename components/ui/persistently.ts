const retryMs = 3_000;

/** Asks for code until it comes: the connection to our server may be interrupted for a while. */
export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((go) => setTimeout(go, retryMs));
    }
  }
}
