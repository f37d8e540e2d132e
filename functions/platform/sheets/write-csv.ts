/**
 * Matches text that a spreadsheet may interpret as a formula, also after a CSV round trip: a leading formula sign
 * (OWASP, CSV injection), or apostrophes before one, so that the guard can be removed exactly.
 */
const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Adds an apostrophe before text that could run as a formula: "=1+1" → "'=1+1". */
export const withGuard = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** Removes the apostrophe of withGuard; other text remains unchanged. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text;

const plainNumber = /^-?\d+(\.\d+)?$/;

const cell = (value: string | number): string => {
  const input = String(value).toWellFormed();
  // a negative amount begins like a formula but is not one
  const text = plainNumber.test(input) ? input : withGuard(input);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns rows as comma-separated text (RFC 4180); text that could run as a formula is guarded. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
