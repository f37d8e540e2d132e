import { key } from './key.ts';

/** API clients of partners and facilities with their calls. */
export const integrationKeys = {
  apiClient: (id: string) => key(`API-CLIENT#${id}`, 'API-CLIENT'),
  apiClientRow: (id: string) => key(`API-CLIENT#${id}`, 'ROW'),
  apiCall: (clientId: string, place: string) => key(`API-CALLS#${clientId}`, `CALL#${place}`),
  /** Number of a client's calls in one minute. */
  apiCallCount: (clientId: string, minute: string) => key(`API-CALLS#${clientId}`, `MINUTE#${minute}`),
} as const;
