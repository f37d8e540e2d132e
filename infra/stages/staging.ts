import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { dev } from './dev.ts';
import type { StageFile } from './stage-file.ts';

/** What production is to become: its data is kept. */
export const staging: StageFile = {
  ...dev,
  keepsData: true,
  logRetention: RetentionDays.ONE_YEAR,
};
