/** Its types on npm bring those of Express with them. */
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean;
  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

  const compression: ((options: { readonly filter: Filter }) => Middleware) & { readonly filter: Filter };
  export default compression;
}
