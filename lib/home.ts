import type { Route } from "next";

/** Where everything begins. Apart from the other addresses for what must stand on its own. */
export const home: Route = "/";
