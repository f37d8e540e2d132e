const connectMs = 1500;

interface Patience {
  /** Maximum attempts per request. */
  attempts: number;
  /** Timeout per attempt until the first byte of the response. */
  answerMs: number;
}

/**
 * Settings of every AWS client. All attempts end before the function's timeout (29 seconds), so that an unresponsive
 * service leads to an error with a request ID instead of a gateway timeout. The SDK has no timeout by default.
 */
export const clientSettings = ({ attempts, answerMs }: Patience = { attempts: 3, answerMs: 7000 }) => ({
  maxAttempts: attempts,
  requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
});

/** Settings for files, which are larger than records: fewer attempts with more time. */
export const fileClientSettings = () => clientSettings({ attempts: 2, answerMs: 12_000 });
