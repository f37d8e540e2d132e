import type { Endpoint } from '../../shared/endpoint.ts';
import type { Caller } from './caller.ts';

/** Checks the owner that the contract's row names (`reach`) against the caller, before the handler runs. */
export function checkReach({ reach }: Endpoint, caller: Caller, fields: Fields): void {
  if (reach === undefined || typeof reach === 'string' || caller.role === 'systemAdmin') return;
  if ('partner' in reach) caller.mustReach({ partnerId: String(fields[reach.partner]) });
  else if ('member' in reach) caller.mustReach({ memberIds: [String(fields[reach.member])] });
  else caller.mustReach({ memberIds: fields[reach.members] as string[] });
}

type Fields = Record<string, unknown>;
