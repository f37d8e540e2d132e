import { pathTo } from '../app/addresses.ts';

export const rosterChangesAddress = (role: string, partnerId: string): string =>
  role === 'systemAdmin' ? pathTo('partnerRosterChanges', { partnerId }) : pathTo('managerRosterChanges');

export const rosterChangeAddress = (role: string, partnerId: string, changeId: string): string =>
  role === 'systemAdmin'
    ? pathTo('partnerRosterChange', { partnerId, changeId })
    : pathTo('managerRosterChange', { changeId });

export const signUpsAddress = (role: string, partnerId: string): string =>
  role === 'systemAdmin' ? pathTo('partnerSignUps', { partnerId }) : pathTo('managerSignUps');

export const employeesAddress = (role: string, partnerId: string): string => {
  if (role !== 'systemAdmin') return pathTo('managerEmployees');
  return partnerId === '' ? pathTo('partners') : pathTo('partnerEmployees', { partnerId });
};
