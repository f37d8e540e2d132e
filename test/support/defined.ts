/** Returns the value; fails the test if it is null or undefined. */
export function defined<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('Expected a value, but it is missing.');
  return value;
}
