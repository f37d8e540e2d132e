import { gridSettingsChange, loadGridSettings } from '../../../functions/users/grid-settings-store.ts';
import { transact } from '../../../functions/table/transact.ts';
import type { SavedView } from '../../../shared/users/grids/grid-settings.ts';

const usual = ['preferredAccessType', 'memberPhoneNumber', 'memberDateOfBirth', 'facilityNumber'];

const views: SavedView[] = [
  {
    name: 'To be invited',
    filter: '',
    invitationStatus: '1',
    sortBy: 'memberLastName',
    sortOrder: 'asc',
    hiddenColumns: [...usual, 'programEnrollmentDate', 'lastMonthUsagesCount', 'facilityName'],
  },
  {
    name: 'Most visits last month',
    filter: '',
    invitationStatus: '',
    sortBy: 'lastMonthUsagesCount',
    sortOrder: 'desc',
    hiddenColumns: usual,
  },
];

/** Saves two employee views of a user. */
export async function demoViews(userId: string): Promise<void> {
  const before = await loadGridSettings(userId, 'employees');
  if (before) return;
  await transact(
    ...gridSettingsChange(undefined, { userId, grid: 'employees', hiddenColumns: null, views, version: 0 }),
  );
}
