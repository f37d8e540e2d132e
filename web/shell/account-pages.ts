/** Pages about the user, by role. */
export const sessionsPages = {
  systemAdmin: 'adminSessions',
  partnerManager: 'managerSessions',
  facilityManager: 'facilityManagerSessions',
  member: 'memberSessions',
} as const;

export const securityPages = {
  systemAdmin: 'security',
  partnerManager: 'managerSecurity',
  facilityManager: 'facilityManagerSecurity',
  member: 'memberSecurity',
} as const;
