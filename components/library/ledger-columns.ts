/** The columns that the ledger and the owned have in common; on a phone each row becomes two lines. */
export const ledgerTable = "list max-md:block";
export const ledgerHead = "max-md:absolute max-md:w-px max-md:overflow-hidden max-md:[clip-path:inset(50%)]";
export const ledgerRow =
  "group *:py-1.5 target:bg-ai-wash max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:py-2 max-md:*:border-0 max-md:*:p-0";
export const ledgerCell = {
  time: "whitespace-nowrap text-muted max-md:col-start-1 max-md:row-start-2 max-md:text-12",
  action: "whitespace-nowrap max-md:hidden",
  what: "max-md:col-start-1 max-md:col-end-3 max-md:row-start-1 max-md:row-end-2",
  label: "max-md:hidden",
  outcome: "whitespace-nowrap max-md:col-start-2 max-md:row-start-2",
  credits: "text-end whitespace-nowrap max-md:col-start-3 max-md:row-start-1 [&_.price]:font-normal",
  balance: "text-end whitespace-nowrap max-md:col-start-3 max-md:row-start-2 max-md:text-12 max-md:text-muted",
} as const;
