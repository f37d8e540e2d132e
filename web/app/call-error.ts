/** The sentence for a call that got no answer at all (specification 1 §8). */
const networkFailure = 'Request failed. Your changes have not been saved.';

/** What one failed call says; `status` 0 means that no answer came, below 300 that the answer itself says no. */
export interface CallErrorFacts {
  status: number;
  message?: string;
  /** Names the call in the server's log; shown so that a person can quote it. */
  requestId?: string;
  /** Whole sentences by dotted field path of the request's body. */
  fields?: Record<string, string>;
  /** The answer itself, where it says no by its own words. */
  answer?: unknown;
}

/** Sentences that are shown whatever the server says (specification 1 §8). */
const fixed: Readonly<Record<number, string>> = {
  0: networkFailure,
  401: 'Your session has ended. Log in, then repeat what you did.',
  403: 'Access to the resource is denied.',
  404: 'Resource not found.',
};

/** For everything that says nothing about itself. */
export const requestFailed = 'Request failed. Please try again.';

/** Thrown by the API client for every call that did not succeed. */
export class CallError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;
  readonly answer: unknown;

  constructor({ status, message, requestId, fields = {}, answer }: CallErrorFacts) {
    super(fixed[status] ?? message ?? requestFailed);
    this.name = 'CallError';
    this.status = status;
    this.requestId = requestId;
    this.fields = fields;
    this.answer = answer;
  }
}
