/** The line that tells the ways to read and what each costs. */
export const routesLook =
  "mb-6 flex flex-wrap items-baseline gap-x-6 gap-y-0.5 border-y border-line py-2.25 max-md:gap-x-4 [&_.price]:ms-1.5";
