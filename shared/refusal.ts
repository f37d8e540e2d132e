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

export const refusalStatus = {
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  invalid: 422,
  locked: 423,
  'step-up': 428,
  'too-many': 429,
} satisfies Record<RefusalCode, number>;
export const refusalCodes = Object.keys(refusalStatus) as RefusalCode[];

/** The `code` of every error response, with its HTTP status. */
export const errorStatus = {
  'bad-request': 400,
  'not-signed-in': 401,
  ...refusalStatus,
  failed: 500,
  unavailable: 503,
};
export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** Meanings of the codes, for developers of API clients. */
export const errorMeanings: Record<ErrorCode, string> = {
  'bad-request': 'Some fields are not valid; `fields` has a message for each.',
  'not-signed-in': 'The caller is not signed in.',
  forbidden: 'The caller has no permission or does not own the record.',
  'not-found': 'Record not found.',
  conflict: 'Someone else changed it, or it already exists.',
  'too-large': 'The request is larger than six megabytes or the limit of the endpoint.',
  invalid: 'The request violates a rule.',
  locked: 'Locked temporarily after too many attempts.',
  'step-up': 'A proof of identity for this action is required first: POST /user/stepUp.',
  'too-many': 'Too many requests, or too many emails from one source.',
  failed: 'Something went wrong on our side. `requestId` identifies the request in the log.',
  unavailable: 'The portal is temporarily unavailable.',
};
