/** For the service, which says with a package how many figures a reader of it will find. */
export { countFigures } from "./reading/read-figures.ts";
