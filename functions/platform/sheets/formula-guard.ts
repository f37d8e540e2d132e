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
