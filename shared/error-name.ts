/** Returns the name by which services distinguish errors (`NoSuchKey`, `AbortError`); empty for other values. */
export const errorName = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : '');
