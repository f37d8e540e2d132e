/** What the portal says no with; each maps to one HTTP status (functions/platform/handle.ts). */
export type RefusalCode =
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'locked'
  | 'step-up'
  | 'too-many';

/**
 * A rule said no. The sentence is shown to the person as it is, so it names what happened and what to do,
 * and never carries a secret or another tenant's data.
 *
 * @param where the request's field (dotted path) the sentence belongs to, when there is one; or a sentence for each
 * field, when several are wrong at once
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly fields: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, sentence: string, where: string | Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.fields = typeof where === 'string' ? { [where]: sentence } : where;
    this.field = Object.keys(this.fields)[0];
  }
}

/** The HTTP status of each refusal. */
export const refusalStatus: Record<RefusalCode, number> = {
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  locked: 423,
  'step-up': 428,
  'too-many': 429,
};
