import { downloadOfAnySize } from './download-grant.ts';
import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** The rows of `grants` for clubs, visits and the members administration. */
export const clubGrants: Partial<Record<EndpointName, Grant>> = {
  'facilities.importClubs': {
    may: ['seal bank accounts', 'add files', 'begin account jobs'],
    why: 'Keeps the rows of the file sealed, for their bank accounts, and starts the job that takes them in.',
  },
  'facilities.save': {
    may: ['begin data jobs'],
    why: 'Starts the job that carries the name and marks of the club to its members.',
  },
  'facilities.saveBankingInfo': {
    may: ['seal bank accounts'],
    why: 'Seals what was typed under a new data key and takes its fingerprint.',
  },
  'facilities.bankAccountDetails': {
    may: ['open bank accounts', 'write the table'],
    why: 'Shows the full numbers to an administrator and writes down that it did, and why.',
  },
  'facilities.inviteManager': {
    may: ['add people', 'send email'],
    why: 'Gives the new manager a sign-in that no password opens, and emails the link to choose one.',
  },
  'facilities.removeManager': {
    may: ['remove people'],
    why: 'Takes the sign-in away once the record lets nobody in.',
  },
  'members.transfer': {
    may: ['add files', 'begin data jobs'],
    why: 'Keeps the ids of many members and starts the job that transfers them.',
  },
  'visits.download': downloadOfAnySize,
  'visits.reportMissing': {
    may: ['begin email jobs'],
    why: 'Emails the club’s managers that a report waits for them.',
  },
  'visits.answerReport': {
    may: ['begin email jobs'],
    why: 'Emails the member what became of the report, by the job of member emails.',
  },
  'visits.importCheckIns': {
    may: ['add files', 'begin data jobs'],
    why: 'Keeps the rows of the file and starts the job that takes them in.',
  },
};
