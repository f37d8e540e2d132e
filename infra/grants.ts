import type { EndpointName } from './handlers.ts';
import type { Permission } from './permissions.ts';

export interface Grant {
  may: readonly [Permission, ...Permission[]];
  why: string;
}

/**
 * The exceptions. Without a row here a GET reads the table and any other method reads and writes it; that is all.
 * A row adds to the rule. A name that is no endpoint does not compile; a handler that needs a row and has none, or has
 * one and does not need it, fails test/infra/grants.test.ts.
 */
export const grants: Partial<Record<EndpointName, Grant>> = {
  'partners.saveBankingInfo': {
    may: ['seal bank accounts'],
    why: 'Seals what was typed under a new data key and takes its fingerprint.',
  },
  'partners.bankAccountDetails': {
    may: ['open bank accounts', 'write the table'],
    why: 'Shows the full numbers to an administrator and writes down that it did.',
  },
  'bankFiles.checkPartnerWithdrawal': {
    may: ['open bank accounts', 'write the table', 'store files'],
    why: 'Makes the very file that is sent, keeps its plan and its masked text, and writes down that accounts were opened.',
  },
  'bankFiles.downloadPartnerWithdrawal': {
    may: ['open bank accounts', 'write the table', 'store files'],
    why: 'Makes the very file that is sent, keeps its plan and its masked text, and writes down that accounts were opened.',
  },
  'bankFiles.sendPartnerWithdrawal': {
    may: ['read files', 'begin jobs'],
    why: 'Reads the plan that was previewed and starts the job that sends it.',
  },
  'bankFiles.checkFacilityDeposit': {
    may: ['open bank accounts', 'write the table', 'store files'],
    why: 'Makes the very file that is sent, keeps its plan and its masked text, and writes down that accounts were opened.',
  },
  'bankFiles.downloadFacilityDeposit': {
    may: ['open bank accounts', 'write the table', 'store files'],
    why: 'Makes the very file that is sent, keeps its plan and its masked text, and writes down that accounts were opened.',
  },
  'bankFiles.sendFacilityDeposit': {
    may: ['read files', 'begin jobs'],
    why: 'Reads the plan that was previewed and starts the job that sends it.',
  },
};

/** As `grants`, for the handlers that a timetable or an event starts; these read and write the table by rule. */
export const backgroundGrants: Readonly<Record<string, Grant>> = {
  'jobs/on-message': {
    may: ['begin jobs', 'open bank accounts', 'seal bank accounts', 'store files', 'store bank files'],
    why: 'Asks for another turn when its own time is up; builds bank files, keeps their bytes sealed, and puts them into the outbox.',
  },
  'bank-files/every-five-minutes': {
    may: ['begin jobs', 'read files'],
    why: 'Takes up bank files that were left on their way, by the plan they were made from.',
  },
  'jobs/every-five-minutes': {
    may: ['begin jobs'],
    why: 'Wakes jobs that stand still.',
  },
};
