/**
 * Text that a spreadsheet may take for a formula, also after a trip through CSV: it begins with one of the
 * signs that start one (OWASP, CSV injection), or with apostrophes before such a sign, so that taking the
 * guard off again gives back exactly what was written.
 */
const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Puts an apostrophe before text that could run as a formula: "=1+1" → "'=1+1". */
export const withGuard = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** Takes off the apostrophe that withGuard put there; other text stays as it is. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text;
