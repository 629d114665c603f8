export { IssuerFacts } from "./IssuerFacts.tsx";
export { IssuerSkeleton } from "./IssuerSkeleton.tsx";
export { IssuerHead } from "./IssuerHead.tsx";
export { IssuerTimeline } from "./IssuerTimeline.tsx";
export { OwnedHere } from "./OwnedHere.tsx";
export { UnknownIssuer } from "./UnknownIssuer.tsx";
export { RememberIssuer } from "./RememberIssuer.tsx";
