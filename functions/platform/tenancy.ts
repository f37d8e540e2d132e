import type { Endpoint } from '../../shared/endpoint.ts';
import { Refusal } from '../../shared/refusal.ts';
import { forbidden, type Caller } from './caller.ts';

/** Checks the owner that the contract's row names (`reach`) against the caller, before the handler runs. */
export function checkReach({ reach }: Endpoint, caller: Caller, fields: Fields): void {
  if (reach === undefined || typeof reach === 'string' || caller.role === 'systemAdmin') return;
  if ('partner' in reach) caller.mustReach({ partnerId: String(fields[reach.partner]) });
  else if ('member' in reach) caller.mustReach({ memberIds: [String(fields[reach.member])] });
  else caller.mustReach({ memberIds: fields[reach.members] as string[] });
}

/**
 * Runs a handler. Where the owner is known only once the record is loaded, what does not exist is refused like what
 * belongs to somebody else: the answer must not tell which ids another partner has. Administrators are told.
 */
export async function hideUnknown<Answer>(
  { reach }: Endpoint,
  caller: Caller,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === 'not-found';
    throw isUnknown && reach === 'loaded' && !caller.hasReached() ? forbidden() : error;
  }
}

type Fields = Record<string, unknown>;
