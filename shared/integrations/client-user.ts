/** Returns the author of a client's changes in audit events and jobs. */
export const clientUserId = (clientId: string): string => `API client ${clientId}`;

/** Returns the client's ID of an author; undefined for a user. */
export const clientIdOf = (userId: string): string | undefined => /^API client (.+)$/.exec(userId)?.[1];
