import type { Endpoint } from '../../shared/endpoint.ts';
import { Refusal } from '../../shared/refusal.ts';
import { forbidden, type Caller } from './caller.ts';

/** Checks the owner that the contract's row names (`ownership`) against the caller, before the handler runs. */
export function checkOwnership({ ownership }: Endpoint, caller: Caller, fields: Fields): void {
  if (ownership === undefined || typeof ownership === 'string' || caller.role === 'systemAdmin') return;
  if ('partner' in ownership) caller.requireAccess({ partnerId: String(fields[ownership.partner]) });
  else if ('member' in ownership) caller.requireAccess({ memberIds: [String(fields[ownership.member])] });
  else caller.requireAccess({ memberIds: fields[ownership.members] as string[] });
}

/**
 * Runs a handler. Where the owner is known only once the record is loaded, what does not exist is refused like what
 * belongs to somebody else: the answer must not tell which ids another partner has. Administrators are told.
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
