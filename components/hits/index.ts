export { HitSteps } from "./HitSteps";
export type { FollowedHit } from "./trail";
export { useTrail } from "./use-trail";
