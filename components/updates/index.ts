export { RevokeButton } from "./RevokeButton.tsx";
export { SavedFilters } from "./SavedFilters.tsx";
export { ShownOnce } from "./ShownOnce.tsx";
export { SinceLooked } from "./SinceLooked.tsx";
export { Subscriptions } from "./Subscriptions.tsx";
