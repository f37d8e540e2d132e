import { limitsFor } from './limits.ts';
import { staging } from './staging.ts';
import type { StageFile } from './stage-file.ts';

/** The production stage. Enter its values here once, so that each deployment uses them. */
export const production: StageFile = {
  ...staging,
  ...limitsFor(1_000_000),
  // on the day of its invitations, three hundred people of a company behind one address enroll within five minutes
  firewall: { requestsByAddress: 20_000, guestRequestsByAddress: 200, clientRequestsByAddress: 20_000 },
  requiresSecondFactor: true,
  needs: ['domain', 'certificate', 'mailFrom', 'alarmEmail', 'runbookAddress', 'bankSettings'],
};
