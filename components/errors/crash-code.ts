/** What is shown where a page failed. The frame asks for it before a page can be opened that fails. */
export const loadCrash = () => import("./Crash.tsx");
