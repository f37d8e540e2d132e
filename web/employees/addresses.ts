import { pathTo } from '../app/addresses.ts';

/** Returns the URL of a partner's roster changes. */
export const rosterChangesAddress = (role: string, partnerId: string): string =>
  role === 'systemAdmin' ? pathTo('partnerRosterChanges', { partnerId }) : pathTo('managerRosterChanges');

/** Returns the URL of one roster change. */
export const rosterChangeAddress = (role: string, partnerId: string, changeId: string): string =>
  role === 'systemAdmin'
    ? pathTo('partnerRosterChange', { partnerId, changeId })
    : pathTo('managerRosterChange', { changeId });

/** Returns the URL of the employees page; administrators without a selected partner select one first. */
export const employeesAddress = (role: string, partnerId: string): string => {
  if (role !== 'systemAdmin') return pathTo('managerEmployees');
  return partnerId === '' ? pathTo('partners') : pathTo('partnerEmployees', { partnerId });
};
