/** What the portal says no with; each maps to one HTTP status (functions/platform/handle.ts). */
export type RefusalCode = 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'locked';

/**
 * A rule said no. The sentence is shown to the person as it stands, so it names what happened and what to do,
 * and never carries a secret or another tenant's data.
 *
 * @param field the request's field (dotted path) the sentence belongs to, when there is one
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;

  constructor(code: RefusalCode, sentence: string, field?: string) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
  }
}

/** The HTTP status of each refusal. */
export const refusalStatus: Record<RefusalCode, number> = {
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  locked: 423,
};
