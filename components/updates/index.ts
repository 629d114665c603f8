export { SinceLooked } from "./SinceLooked.tsx";
export { Subscriptions } from "./Subscriptions.tsx";
