/** Returns the name by which services distinguish errors (`NoSuchKey`, `AbortError`); empty for other values. */
export const errorName = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : '');

/** Codes of refusals, each mapped to one HTTP status (functions/handle.ts). */
export type RefusalCode =
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'invalid'
  | 'locked'
  | 'step-up'
  | 'too-many';

/**
 * An expected error. The message is shown to the user unchanged, so it states what happened and what to do, and never
 * contains a secret or another tenant's data.
 *
 * @param where the dotted path of the invalid request field, or messages by field if several are invalid
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly fields: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, where: string | Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.fields = typeof where === 'string' ? { [where]: message } : where;
    this.field = Object.keys(this.fields)[0];
  }
}

export const refusalStatus: Record<RefusalCode, number> = {
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  invalid: 422,
  locked: 423,
  'step-up': 428,
  'too-many': 429,
};
