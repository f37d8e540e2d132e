import { staging } from './staging.ts';
import type { StageFile } from './stage-file.ts';

/** The production stage. Enter its values here once, so that each deployment uses them. */
export const production: StageFile = {
  ...staging,
  requiresSecondFactor: true,
  needs: ['domain', 'certificate', 'mailFrom', 'alarmEmail', 'bankSettings'],
};
