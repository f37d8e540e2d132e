import type { Area, Endpoint } from './endpoint.ts';
import { jobs } from './jobs/contract.ts';
import { partners } from './partners/contract.ts';
import { settings } from './settings/contract.ts';
import { site } from './site/contract.ts';
import { users } from './users/contract.ts';

/** The table of contents: every area of the portal. */
export const areas = { site, users, settings, jobs, partners } satisfies Record<string, Area>;

/** Every endpoint of every area. */
export const endpoints: Endpoint[] = Object.values(areas).flatMap((area: Area) => Object.values(area));
