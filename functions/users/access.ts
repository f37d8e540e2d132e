import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { mayCall, type Endpoint } from '../../shared/endpoint.ts';
import { accessRefused, isWithinAccess } from '../../shared/managers/manager-access.ts';
import { Refusal } from '../../shared/refusal.ts';
import { chooseOwnPassword, isBeforeOwnPassword } from '../../shared/users/initial-password.ts';
import { setUpAppFirst } from '../../shared/users/second-factor.ts';
import { cameByCdn } from '../platform/source.ts';
import { accessOf, type User } from './user.ts';
import { callerOf, forbidden, guest, lacksSecondFactor, storedSessionOf, type Caller } from './caller.ts';

export class NotSignedIn extends Error {}

/**
 * Returns the caller if the endpoint permits them; otherwise throws NotSignedIn (401) or 'forbidden'.
 *
 * @param identify receives the caller before the check, for the log of a refused request
 */
export async function authorizedCaller(
  endpoint: Endpoint,
  event: APIGatewayProxyEventV2,
  identify: (caller: Caller) => void,
): Promise<Caller> {
  if (!cameByCdn(event))
    throw new Refusal('forbidden', 'Open the portal at its own address. Nothing was done.');
  const caller = (await callerOf(event)) ?? guest;
  identify(caller);
  if (!endpoint.roles.includes('guest') && caller.role === 'guest') throw new NotSignedIn();
  if (!mayCall(caller.role, endpoint)) throw forbidden();
  const access = caller.user && accessOf(caller.user);
  if (access && !mayCall('guest', endpoint) && !isWithinAccess(access, endpoint))
    throw new Refusal('forbidden', accessRefused);
  if (lacksSecondFactor(caller) && !endpoint.beforeSecondFactor && !mayCall('guest', endpoint))
    throw new Refusal('forbidden', setUpAppFirst);
  if (
    caller.user?.givenPassword &&
    !storedSessionOf(caller)?.provider &&
    !isBeforeOwnPassword(endpoint) &&
    !mayCall('guest', endpoint)
  )
    throw new Refusal('forbidden', chooseOwnPassword);
  return caller;
}

/** Returns true if the role and access of a user permit an endpoint. Its owner is checked separately. */
export const mayUse = (user: User, endpoint: Endpoint): boolean =>
  mayCall(user.role, endpoint) && isWithinAccess(accessOf(user) ?? 'full', endpoint);

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
export async function hideUnknown<Result>(
  { ownership }: Endpoint,
  caller: Caller,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    // for API clients, records of other owners do not exist
    const isUnknown = error instanceof Refusal && error.code === 'not-found' && caller.role !== 'apiClient';
    throw isUnknown && ownership === 'loaded' && !caller.hasReached() ? forbidden() : error;
  }
}

type Fields = Record<string, unknown>;
