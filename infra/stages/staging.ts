import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { dev } from './dev.ts';
import type { StageFile } from './stage-file.ts';

/** What production is to become: its data is kept. */
export const staging: StageFile = {
  ...dev,
  keepsData: true,
  logRetention: RetentionDays.ONE_YEAR,
  traces: true,
  monthlyBudget: 500,
  // a whole office comes from one address: some thirty people at work, or a hundred who log in
  firewall: { requestsByAddress: 3000, guestRequestsByAddress: 200 },
};
