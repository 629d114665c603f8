/** Bounds of a question. Apart from the schemas, so that a form needs none of them. */
export const budgetMax = 100;
export const issuersMax = 5;
export const budgetUsual = 5;
