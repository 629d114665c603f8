/** A port of which every call fails: those named in `atOnce` before they return anything. */
export function failing<T extends object>(message: string, atOnce: readonly (keyof T)[] = []): T {
  const get = (_port: T, name: string | symbol) => () => {
    const error = new Error(message);
    if (atOnce.some((each) => each === name)) throw error;
    return Promise.reject(error);
  };
  return new Proxy({} as T, { get });
}
