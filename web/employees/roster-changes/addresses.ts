import { pathTo } from '../../app/addresses.ts';

/** Where a user reads a partner's roster changes. */
export const rosterChangesAddress = (role: string, partnerId: string): string =>
  role === 'systemAdmin' ? pathTo('partnerRosterChanges', { partnerId }) : pathTo('managerRosterChanges');

/** Where a user reads one roster change of a partner. */
export const rosterChangeAddress = (role: string, partnerId: string, changeId: string): string =>
  role === 'systemAdmin'
    ? pathTo('partnerRosterChange', { partnerId, changeId })
    : pathTo('managerRosterChange', { changeId });
