export { HitSteps } from "./HitSteps";
export { useTrail } from "./use-trail";
