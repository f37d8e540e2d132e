import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { dev } from './dev.ts';
import type { StageFile } from './stage-file.ts';

/** Preview of production with retained data. */
export const staging: StageFile = {
  ...dev,
  keepsData: true,
  logRetention: RetentionDays.ONE_YEAR,
  traces: true,
  monthlyBudget: 500,
  // an office shares one address: about thirty users at work, or a hundred logins
  firewall: { requestsByAddress: 3000, guestRequestsByAddress: 200, clientRequestsByAddress: 20_000 },
};
