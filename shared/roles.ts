/** The role codes of the portal (spec 1 §3). `mpsAdmin` is only a code without access. */
export const roleCodes = {
  guest: 0,
  member: 1,
  facilityManager: 2,
  systemAdmin: 4,
  mpsAdmin: -1,
  partnerManager: 1026,
} as const;

/** `apiClient`: a program with an API client's token instead of a user (shared/integrations). */
export type Role = keyof typeof roleCodes | 'apiClient';

/** A role with a login; each is a user pool group of the same name. */
export type SignedInRole = Exclude<Role, 'guest' | 'apiClient'>;

/** Roles with access to at least one endpoint. */
export const workingRoles = ['member', 'facilityManager', 'systemAdmin', 'partnerManager'] as const;

/** The groups of the user pool. */
export const poolGroups: readonly SignedInRole[] = [...workingRoles, 'mpsAdmin'];
