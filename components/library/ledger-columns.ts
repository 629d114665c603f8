/** The columns that the ledger and the owned have in common; on a phone each row becomes two lines. */
export const ledgerTable = "list phone:block";
export const ledgerHead = "phone:absolute phone:w-px phone:overflow-hidden phone:[clip-path:inset(50%)]";
export const ledgerRow =
  "group *:py-1.5 target:bg-ai-wash phone:grid phone:grid-cols-[auto_minmax(0,1fr)_auto] phone:gap-x-3 phone:border-b phone:border-line phone:py-2 phone:*:border-0 phone:*:p-0";
export const ledgerCell = {
  time: "whitespace-nowrap text-muted phone:col-start-1 phone:row-start-2 phone:text-12",
  action: "whitespace-nowrap phone:hidden",
  what: "phone:col-start-1 phone:col-end-3 phone:row-start-1 phone:row-end-2",
  label: "phone:hidden",
  outcome: "whitespace-nowrap phone:col-start-2 phone:row-start-2",
  credits: "text-end whitespace-nowrap phone:col-start-3 phone:row-start-1 [&_.price]:font-normal",
  balance: "text-end whitespace-nowrap phone:col-start-3 phone:row-start-2 phone:text-12 phone:text-muted",
} as const;
