import { key } from './key.ts';

/** API clients of partners and facilities with their calls. */
export const integrationKeys = {
  apiClient: (id: string) => key(`API-CLIENT#${id}`, 'API-CLIENT'),
  apiClientRow: (id: string) => key(`API-CLIENT#${id}`, 'ROW'),
  apiCall: (clientId: string, position: string) => key(`API-CALLS#${clientId}`, `CALL#${position}`),
  /** The result of a check-in by the digest of the club's own ID. */
  clubCheckIn: (facilityId: string, digest: string) => key(`CLUB-CHECK-INS#${facilityId}`, digest),
  /** A name of a person in a partner's directory (SCIM), as a digest. */
  directoryName: (partnerId: string, kind: string, digest: string) =>
    key(`DIRECTORY#${partnerId}`, `NAME#${kind}#${digest}`),
  /** Number of memberships of a partner that ended on one day in all channels. */
  leavers: (partnerId: string, date: string) => key(`DIRECTORY#${partnerId}`, `LEAVERS#${date}`),
  /** Number of a client's calls in one minute. */
  apiCallCount: (clientId: string, minute: string) => key(`API-CALLS#${clientId}`, `MINUTE#${minute}`),
} as const;
