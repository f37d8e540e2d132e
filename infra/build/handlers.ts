import type { JobWorker } from '../../shared/jobs/job.ts';
import { fileNameOf, type Endpoint, type Area } from '../../shared/endpoint.ts';
import { join } from 'node:path';
import { areas } from '../../shared/contracts/all.ts';
import { handlerSources } from './handler-sources.ts';
import { scheduledHandlers } from './schedules.ts';

/** Handler of each worker's queue. */
export const queueHandlers: Record<JobWorker, string> = {
  accounts: 'jobs/on-account-message',
  emails: 'jobs/on-email-message',
  data: 'jobs/on-data-message',
};

/** Returns a handler's name throughout infra, its area and its file name: `partners/save`. */
export const handlerOf = ({ area, name }: Endpoint): string => `${area}/${fileNameOf(name)}`;

/** Returns `dev-partners-save`: the handler's name, limited to Lambda's 64 characters. */
export const functionNameOf = (stage: string, handler: string): string =>
  `${stage}-${handler.replace('/', '-')}`.slice(0, 64);

/**
 * Path of the roles of a stage's functions, by which `operate -- prune` finds them. Roles are global in an account, and the
 * same stage may exist in two regions.
 */
export const rolePath = (stage: string, region: string): string => `/wellport/${stage}/${region}/functions/`;

/** The repository root, independent of the working directory. */
export const root = join(import.meta.dirname, '../..');

type Areas = typeof areas;

/** `partners.saveBankingInfo`: the area's key in the contract and the endpoint's key. */
export type EndpointName = {
  [Key in keyof Areas]: `${Key & string}.${keyof Areas[Key] & string}`;
}[keyof Areas];

export interface NamedEndpoint {
  name: EndpointName;
  endpoint: Endpoint;
}

/** Every endpoint of the contract with its name, by area. */
export const endpointsByArea: { area: string; endpoints: NamedEndpoint[] }[] = Object.entries<Area>(
  areas,
).map(([key, area]) => ({
  area: key,
  endpoints: Object.values(area).map((endpoint) => ({
    name: `${key}.${endpoint.name}` as EndpointName,
    endpoint,
  })),
}));

/** Endpoints through which guests write: log-ins, emails, invitations. They have their own throttles. */
export const guestWrites: Endpoint[] = endpointsByArea
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ method, roles }) => method !== 'GET' && roles.includes('guest'));

/** Endpoints with responses that the CDN caches. */
export const cachedEndpoints: Endpoint[] = endpointsByArea
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ keepSeconds }) => keepSeconds !== undefined);

/** Handlers invoked by events: `jobs/on-data-message`. */
export const eventHandlers: string[] = [...handlerSources().keys()]
  .filter((handler) => handler.includes('/on-'))
  .toSorted();

/** Event handler of the API's default route (infra/stacks/jobs-stack.ts). */
export const unknownPathHandler = 'site/on-unknown-path';

/** Trigger of the user pool's custom authentication (infra/stacks/jobs-stack.ts). */
export const poolChallengeHandler = 'users/on-pool-challenge';

/** Every Lambda function of the portal. */
export const allHandlers: string[] = [
  ...endpointsByArea.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => handlerOf(endpoint))),
  ...scheduledHandlers,
  ...eventHandlers,
];
