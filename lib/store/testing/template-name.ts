/** The database from which empty ones are made, which is faster than making each anew. */
export const templateName = "empty_store";
