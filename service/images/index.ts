export { createFigureMaker } from "./figure-maker.ts";
