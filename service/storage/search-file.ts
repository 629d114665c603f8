/** Of the index that each process has where the store is a database. */
export const searchFileName = "search.db";
