/**
 * The name of whatever was thrown, by which services tell their errors apart (`NoSuchKey`, `AbortError`); empty for what
 * is no error.
 */
export const errorName = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : '');
