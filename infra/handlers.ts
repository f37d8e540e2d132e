import { globSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../shared/contract.ts';
import type { Area, Endpoint } from '../shared/endpoint.ts';
import { handlerOf } from './handler-names.ts';
import { scheduledHandlers } from './schedules.ts';

/** The repository's root, wherever the process was started. */
export const root = join(import.meta.dirname, '..');

type Areas = typeof areas;

/** `partners.saveBankingInfo`: an endpoint by its area's key in the contract and its own. */
export type EndpointName = {
  [Key in keyof Areas]: `${Key & string}.${keyof Areas[Key] & string}`;
}[keyof Areas];

export interface NamedEndpoint {
  name: EndpointName;
  endpoint: Endpoint;
}

/** Every endpoint of the contract with its name, area by area. */
export const endpointsByArea: { area: string; endpoints: NamedEndpoint[] }[] = Object.entries<Area>(
  areas,
).map(([key, area]) => ({
  area: key,
  endpoints: Object.values(area).map((endpoint) => ({
    name: `${key}.${endpoint.name}` as EndpointName,
    endpoint,
  })),
}));

/** The endpoints on which guests send something: log-ins, emails, invitations. They have limits of their own. */
export const guestWrites: Endpoint[] = endpointsByArea
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ method, roles }) => method !== 'GET' && roles.includes('guest'));

/** The endpoints whose answers the CDN keeps. */
export const keptAnswers: Endpoint[] = endpointsByArea
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ keepSeconds }) => keepSeconds !== undefined);

const filesLike = (pattern: string): string[] =>
  globSync(pattern, { cwd: join(root, 'functions') })
    .map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, ''))
    .toSorted();

/** The handlers that an event starts: `jobs/on-data-message`. */
export const eventHandlers: string[] = filesLike('*/on-*.ts');

/** The event handler that the API's default route runs (infra/api-stack.ts). */
export const unknownPathHandler = 'site/on-unknown-path';

/** Every Lambda of the portal. */
export const allHandlers: string[] = [
  ...endpointsByArea.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => handlerOf(endpoint))),
  ...scheduledHandlers,
  ...eventHandlers,
];
