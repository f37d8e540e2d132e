/** Message for a request without a response (specification 1 §8). */
const networkFailure = 'Request failed. Your changes have not been saved.';

/** Content of a failed response. `status` is 0 without a response, and 2xx if the response reports a failure. */
export interface CallErrorDetails {
  status: number;
  message?: string;
  /** ID of the request in the server's log, shown for support requests. */
  requestId?: string;
  /** Messages by dotted field path of the request body. */
  fields?: Record<string, string>;
  /** The response body, if it reports the failure. */
  response?: unknown;
}

/** Messages that replace the server's (specification 1 §8). */
const fixed: Readonly<Record<number, string>> = {
  0: networkFailure,
  401: 'Your session has ended. Log in, then try again.',
  403: 'Access to the resource is denied.',
  404: 'Resource not found.',
};

/** Message for errors without one. */
export const requestFailed = 'Request failed. Please try again.';

/** Thrown by the API client for every failed request. */
export class CallError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;
  readonly response: unknown;

  constructor({ status, message, requestId, fields = {}, response }: CallErrorDetails) {
    super(fixed[status] ?? message ?? requestFailed);
    this.name = 'CallError';
    this.status = status;
    this.requestId = requestId;
    this.fields = fields;
    this.response = response;
  }
}
