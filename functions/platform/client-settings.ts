const connectMs = 1500;

interface Patience {
  /** How often a request is sent at most. */
  attempts: number;
  /** How long one of them may wait for the answer's first byte. */
  answerMs: number;
}

/**
 * What every AWS client is made with. All attempts together end before the function does (29 seconds), so that a service
 * that hangs gives a sentence with a request id, and not a time-out of the gateway. The SDK itself waits without end.
 */
export const clientSettings = ({ attempts, answerMs }: Patience = { attempts: 3, answerMs: 7000 }) => ({
  maxAttempts: attempts,
  requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
});

/** Files are larger than records: fewer attempts, each with more time. */
export const fileClientSettings = () => clientSettings({ attempts: 2, answerMs: 12_000 });
