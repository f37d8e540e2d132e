/** Faults of the cloud, as probabilities per invocation or call. */
export interface Faults {
  /** A process ends before or after a write, or a message or schedule is delivered twice. */
  ends: number;
  /** A transaction conflicts with another one. */
  conflicts: number;
  /** A call fails without effect. */
  failures: number;
  /** A write succeeds, and its response is lost. */
  timeouts: number;
  /** The clock of a process differs by up to two minutes. */
  skews: number;
  /** Two or three requests, or two deliveries of messages, run concurrently. */
  races: number;
  /** A bank file does not reach the outbox, or does although the upload fails. */
  lostFiles: number;
  maxLag: number;
}

export const noFaults: Faults = {
  ends: 0,
  conflicts: 0,
  failures: 0,
  timeouts: 0,
  skews: 0,
  races: 0,
  lostFiles: 0,
  maxLag: 0,
};
export const someFaults: Faults = {
  ends: 0.04,
  conflicts: 0.01,
  failures: 0.0005,
  timeouts: 0.003,
  skews: 0.05,
  races: 0.3,
  lostFiles: 0.05,
  maxLag: 3,
};

export function serviceFailure(): Error {
  return Object.assign(new Error('the service failed'), { name: 'InternalServerError' });
}

export function conflict(): Error {
  return Object.assign(new Error('conflict'), {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
}

export function timeout(): Error {
  return Object.assign(new Error('timeout'), { name: 'TimeoutError' });
}

/** Returns true for a call that changes something; a process can end at it. */
export const isWrite = (name: string): boolean =>
  /^(Put|Update|Delete|TransactWrite|PutObject|DeleteObject|SendMessage|SendEmail|Admin(Create|Set|Add|Update|Delete))/.test(
    name,
  );

/** Returns true for the upload of a bank file. */
export const isBankFile = (name: string, { Bucket }: { Bucket?: string }): boolean =>
  name === 'PutObject' && Bucket === 'wellport-outbox';
