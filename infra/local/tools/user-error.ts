/** An error that the user can fix; printed without a stack. */
export class UserError extends Error {}

/** Failures of the machine, which no code can avoid. */
const machineFailures: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free space, then run the command again.',
  EDQUOT: 'The disk quota is used up. Free space, then run the command again.',
  ENOTFOUND:
    'A name on the network is unknown: check the DNS and the connection, then run the command again.',
  EAI_AGAIN: 'The DNS did not respond: check the connection, then run the command again.',
  ECONNREFUSED: 'The connection was refused: check the address and the network, then run the command again.',
  ETIMEDOUT: 'The connection timed out: check the network, then run the command again.',
};

/** Returns the message of an error that the user can fix, in one sentence; undefined for an unexpected error. */
export function userMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof UserError) return error.message;
  const text = machineFailures[(error as NodeJS.ErrnoException).code ?? ''];
  if (text !== undefined) return `${text} (${error.message})`;
  if (error.name === 'CredentialsProviderError')
    return `AWS accepts no credentials: run aws configure or aws sso login. (${error.message})`;
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  return causes.map(userMessage).find((message) => message !== undefined);
}
