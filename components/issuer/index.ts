export { IssuerFacts } from "./IssuerFacts.tsx";
export { IssuerHead } from "./IssuerHead.tsx";
export { IssuerSkeleton } from "./IssuerSkeleton.tsx";
export { IssuerTimeline } from "./IssuerTimeline.tsx";
export { OwnedHere } from "./OwnedHere.tsx";
export { RememberIssuer } from "./RememberIssuer.tsx";
export { UnknownIssuer } from "./UnknownIssuer.tsx";
export { YearChains } from "./YearChains.tsx";
