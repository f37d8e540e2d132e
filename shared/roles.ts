/** The role codes of the portal (spec 1 §3). `mpsAdmin` exists as a code only: it may reach nothing. */
export const roleCodes = {
  guest: 0,
  member: 1,
  facilityManager: 2,
  systemAdmin: 4,
  mpsAdmin: -1,
  partnerManager: 1026,
} as const;

export type Role = keyof typeof roleCodes;

/** A role that somebody can sign in with; each is a group of the user pool by the same name. */
export type SignedInRole = Exclude<Role, 'guest'>;

/** The roles that may reach something once signed in. */
export const workingRoles = ['member', 'facilityManager', 'systemAdmin', 'partnerManager'] as const;

/** Every group that the user pool has. */
export const poolGroups: readonly SignedInRole[] = [...workingRoles, 'mpsAdmin'];
