import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** As `grants` (grants.ts), for files that say who leaves, or everybody who belongs. */
export const rosterGrants: Partial<Record<EndpointName, Grant>> = {
  'employees.beginRosterChange': {
    may: ['add files', 'begin email jobs'],
    why: 'Keeps the file and starts the job that reads it.',
  },
  'employees.rosterChangeRows': {
    may: ['read files'],
    why: 'Shows the rows that the job kept.',
  },
  'employees.confirmRosterChange': {
    may: ['add files', 'begin email jobs'],
    why: 'Keeps which rows are left out, and starts the job that applies the others.',
  },
  'employees.takeBackRosterChange': {
    may: ['begin data jobs'],
    why: 'Starts the job that takes the change back.',
  },
};
