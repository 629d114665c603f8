import type { Route } from "next";

/** The address of the start page, in a separate file for code that must import as little as possible. */
export const home: Route = "/";
