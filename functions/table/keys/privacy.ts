import { key } from './key.ts';

/** Requests of persons about their data, by user ID or by the digest of a verified address. */
export const privacyKeys = {
  privacyCase: (owner: string, id: string) => key(`PRIVACY-CASES-OF#${owner}`, `CASE#${id}`),
  /** A guest's request until the emailed link is opened. */
  privacyRequest: (tokenHash: string) => key(`PRIVACY-REQUEST#${tokenHash}`, 'REQUEST'),
} as const;
