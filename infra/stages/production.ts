import { staging } from './staging.ts';
import type { StageFile } from './stage-file.ts';

/** The stage that people use. Its values are filled in here once, so that each deployment has the same. */
export const production: StageFile = {
  ...staging,
  administratorsNeedApp: true,
  needs: ['domain', 'certificate', 'mailFrom', 'alarmEmail', 'bankSettings'],
};
