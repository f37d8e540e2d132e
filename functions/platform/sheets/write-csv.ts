import { withGuard } from './formula-guard.ts';

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
