/** A port of which every call fails. */
export function failing<T extends object>(message: string): T {
  const get = () => () => Promise.reject(new Error(message));
  return new Proxy({} as T, { get });
}
