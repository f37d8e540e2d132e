/** The kind of an API client's owner. */
export type ClientOwnerKind = 'partner' | 'facility';

/**
 * Scopes of API clients. A scope belongs to one kind of owner: clients of partners maintain the roster, those of
 * facilities send check-ins.
 */
export const apiScopes = {
  'roster:read': {
    owner: 'partner',
    label: 'Read the roster',
    summary: 'Reads members and results of jobs.',
  },
  'roster:write': {
    owner: 'partner',
    label: 'Change the roster',
    summary: 'Adds, changes, and ends memberships by SCIM and by the eligibility API.',
  },
  'checkins:write': {
    owner: 'facility',
    label: 'Send check-ins',
    summary: 'Sends check-ins of members of the facility.',
  },
} as const satisfies Record<string, { owner: ClientOwnerKind; label: string; summary: string }>;

export type ApiScope = keyof typeof apiScopes;
export const apiScopeNames = Object.keys(apiScopes) as ApiScope[];

/** Returns the scopes that a client of this kind of owner can have. */
export const scopesOf = (owner: ClientOwnerKind): ApiScope[] =>
  apiScopeNames.filter((name) => apiScopes[name].owner === owner);
