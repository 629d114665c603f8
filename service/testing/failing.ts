/** A port of which every call fails. */
export function failing<T extends object>(message: string): T {
  return new Proxy({} as T, { get: () => () => Promise.reject(new Error(message)) });
}
