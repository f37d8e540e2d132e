/** The sentence for a call that got no answer at all (specification 1 §8). */
export const networkFailure = 'Request failed. Your changes have not been saved.';

/** What one failed call says; `status` 0 means that no answer came. */
export interface CallErrorFacts {
  status: number;
  message?: string;
  /** Names the call in the server's log; shown so that a person can quote it. */
  requestId?: string;
  /** Whole sentences by dotted field path of the request's body. */
  fields?: Record<string, string>;
}

const fallback = (status: number): string =>
  status === 0
    ? networkFailure
    : status === 403
      ? 'Access to the resource is denied.'
      : status === 404
        ? 'Resource not found.'
        : 'Request failed. Please try again.';

/** Thrown by the API client for every call that did not succeed. */
export class CallError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;

  constructor({ status, message, requestId, fields = {} }: CallErrorFacts) {
    super(message ?? fallback(status));
    this.name = 'CallError';
    this.status = status;
    this.requestId = requestId;
    this.fields = fields;
  }
}
