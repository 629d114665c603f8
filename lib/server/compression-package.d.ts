/** Its types on npm bring those of Express with them. */
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean;
  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

  interface Options {
    readonly filter: Filter;
    /** Of gzip. */
    readonly level: number;
    readonly brotli: { readonly params: Readonly<Record<number, number>> };
  }

  const compression: ((options: Options) => Middleware) & { readonly filter: Filter };
  export default compression;
}
