/** Message for a request without a response (specification 1 §8). */
export const networkFailure = 'Request failed. Your changes have not been saved.';

/** Content of a failed response. `status` is 0 without a response, and 2xx if the response reports a failure. */
export interface CallErrorDetails {
  status: number;
  message?: string;
  requestId?: string;
  fields?: Record<string, string>;
  response?: unknown;
}

/** Messages that replace the server's (specification 1 §8). */
const fixed: Readonly<Record<number, string>> = {
  0: networkFailure,
  401: 'Your session has ended. Log in, then try again.',
  403: 'Access to the resource is denied.',
  404: 'Resource not found.',
};

export const requestFailed = 'Request failed. Please try again.';

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
