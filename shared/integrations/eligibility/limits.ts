/** Most rows of a batch. A larger roster is imported as a file. */
export const mostRowsOfBatch = 5_000;
