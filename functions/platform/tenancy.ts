import type { Endpoint } from '../../shared/endpoint.ts';
import { Refusal } from '../../shared/refusal.ts';
import { forbidden, type Caller } from './caller.ts';

/** Checks the contract row's owner (`ownership`) against the caller, before the handler runs. */
export function checkOwnership({ ownership }: Endpoint, caller: Caller, fields: Fields): void {
  if (ownership === undefined || typeof ownership === 'string' || caller.role === 'systemAdmin') return;
  if ('partner' in ownership) caller.requireAccess({ partnerId: String(fields[ownership.partner]) });
  else if ('member' in ownership) caller.requireAccess({ memberIds: [String(fields[ownership.member])] });
  else caller.requireAccess({ memberIds: fields[ownership.members] as string[] });
}

/**
 * Runs a handler whose owner is known only after loading the record. Missing records are refused like records of other
 * owners, so that IDs are not revealed; administrators get the actual error.
 */
export async function hideUnknown<Answer>(
  { ownership }: Endpoint,
  caller: Caller,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === 'not-found';
    throw isUnknown && ownership === 'loaded' && !caller.hasReached() ? forbidden() : error;
  }
}

type Fields = Record<string, unknown>;
