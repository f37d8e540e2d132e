import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** Grants of leavers files and full rosters (see grants.ts). */
export const rosterGrants: Partial<Record<EndpointName, Grant>> = {
  'employees.beginRosterChange': {
    may: ['add files', 'begin email jobs'],
    why: 'Stores the file and starts the job that reads it.',
  },
  'employees.rosterChangeRows': {
    may: ['read files'],
    why: 'Returns the rows that the job stored.',
  },
  'employees.confirmRosterChange': {
    may: ['add files', 'begin email jobs'],
    why: 'Stores the excluded rows and starts the job that applies the others.',
  },
  'employees.undoRosterChange': {
    may: ['begin data jobs'],
    why: 'Starts the job that reverts the change.',
  },
};
