import { downloadOfAnySize } from './download-grant.ts';
import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** Grants of facilities, visits, and members administration. */
export const clubGrants: Partial<Record<EndpointName, Grant>> = {
  'facilities.importClubs': {
    may: ['seal bank accounts', 'add files', 'begin account jobs'],
    why: 'Stores the sealed rows of the file, which contain bank accounts, and starts the import job.',
  },
  'facilities.save': {
    may: ['begin data jobs'],
    why: 'Starts the job that updates the facility’s name and flags at its members.',
  },
  'facilities.saveBankingInfo': {
    may: ['seal bank accounts'],
    why: 'Seals the entered account with a new data key and computes its fingerprint.',
  },
  'facilities.bankAccountDetails': {
    may: ['open bank accounts', 'write the table'],
    why: 'Returns the full numbers to an administrator after recording the access and its reason.',
  },
  'facilities.inviteManager': {
    may: ['add people', 'send email'],
    why: 'Creates the new manager’s login without a password and emails the link to choose one.',
  },
  'facilities.removeManager': {
    may: ['remove people'],
    why: 'Removes the login after the record is disabled.',
  },
  'members.transfer': {
    may: ['add files', 'begin data jobs'],
    why: 'Stores the IDs of the selected members and starts the transfer job.',
  },
  'visits.download': downloadOfAnySize,
  'visits.reportMissing': {
    may: ['begin email jobs'],
    why: 'Emails the facility’s managers about a waiting report.',
  },
  'visits.answerReport': {
    may: ['begin email jobs'],
    why: 'Starts the job that emails the member the outcome of the report.',
  },
  'visits.importCheckIns': {
    may: ['add files', 'begin data jobs'],
    why: 'Stores the rows of the file and starts the import job.',
  },
};
