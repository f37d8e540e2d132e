import { gridSettingsChange, loadGridSettings } from '../../../functions/users/grid-settings-store.ts';
import { transact } from '../../../functions/table/transact.ts';
import type { SavedView } from '../../../shared/users/grids/grid-settings.ts';

const hidden = ['preferredAccessType', 'memberPhoneNumber', 'memberDateOfBirth', 'facilityNumber'];
const notInvited = [...hidden, 'programEnrollmentDate', 'lastMonthUsagesCount', 'facilityName'];
const byName = { filter: '', sortBy: 'memberLastName', sortOrder: 'asc' } as const;
const byVisits = { filter: '', sortBy: 'lastMonthUsagesCount', sortOrder: 'desc' } as const;

const views: SavedView[] = [
  { name: 'To be invited', ...byName, invitationStatus: '1', hiddenColumns: notInvited },
  { name: 'Most visits last month', ...byVisits, invitationStatus: '', hiddenColumns: hidden },
];

/** Saves two employee views of a user. */
export async function demoViews(userId: string): Promise<void> {
  if (await loadGridSettings(userId, 'employees')) return;
  const settings = { userId, grid: 'employees', hiddenColumns: null, views, version: 0 } as const;
  await transact(...gridSettingsChange(undefined, settings));
}
