/** The launcher makes these on a first start, and the pages name them. */

export const demoCredits = 500;

/** The file in the data folder that says that the sample market was loaded into the embedded service. */
export const sampleMarker = ".sample-loaded";

/** Beside it, or instead of it, while the newest year is there and older years are still being loaded. */
export const sampleLoadingMarker = ".sample-loading";
