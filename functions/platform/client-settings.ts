import { errorName } from '../../shared/refusal.ts';

interface Patience {
  /** Maximum attempts per request. */
  attempts: number;
  /** Timeout of the connection per attempt. */
  connectMs?: number;
  /** Timeout per attempt until the first byte of the response. */
  responseMs: number;
}

/** On AWS, an unresponsive service leads to a 503 within five seconds. */
const defaultPatience = (): Patience =>
  process.env.AWS_LAMBDA_FUNCTION_NAME
    ? { attempts: 2, connectMs: 500, responseMs: 1800 }
    : { attempts: 3, responseMs: 7000 };

/** Minimum timeout of local engines, which share a loaded machine with everything else; 0 on AWS. */
const localTimeoutMs = () => Number(process.env.LOCAL_TIMEOUT_MS ?? 0);

/**
 * Settings of every AWS client. All attempts end before the function's timeout (29 seconds), so that an unresponsive
 * service leads to an error with a request ID instead of a gateway timeout. The SDK has no timeout by default.
 */
export const clientSettings = ({ attempts, connectMs = 1500, responseMs }: Patience = defaultPatience()) => ({
  maxAttempts: attempts,
  requestHandler: {
    connectionTimeout: Math.max(connectMs, localTimeoutMs()),
    requestTimeout: Math.max(responseMs, localTimeoutMs()),
    throwOnRequestTimeout: true,
  },
});

/** Settings for files, which are larger than records: fewer attempts with more time. */
export const fileClientSettings = () => clientSettings({ attempts: 2, responseMs: 12_000 });

const temporary: ReadonlySet<string> = new Set([
  'TimeoutError',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TooManyRequestsException',
]);

/** Reports whether a service did not respond or refused temporarily, so that the same request may succeed later. */
export const isTemporary = (error: unknown): boolean => temporary.has(errorName(error));
