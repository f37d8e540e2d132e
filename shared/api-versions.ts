import { Refusal } from './refusal.ts';

/** A dated version of the API with its changes, in short sentences. */
interface ApiVersion {
  date: string;
  added: readonly string[];
}

/**
 * Versions of the API for systems of partners and clubs, the newest first. Additions, such as new fields and events,
 * belong to the current version; a change that could break a client gets a new date.
 */
export const apiVersions: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    date: '2026-11-25',
    added: [
      'API clients with client-credentials tokens, scopes, and two secrets during a rotation.',
      'Eligibility API: batches of up to 5,000 rows with an idempotency key, a dry run, and results per row.',
      'The header Wellport-Version pins a version of responses.',
      'Webhooks by the Standard Webhooks specification, in order per member, with retries for three days.',
    ],
  },
];

/** The version of responses and webhook payloads. */
export const apiVersion = apiVersions[0].date;

/** Months for which a version remains available after its successor. */
export const supportedMonths = 12;

/** Header of requests and responses with a version of the API. */
export const versionHeader = 'wellport-version';

/** Throws a Refusal ('invalid') if a request names an unknown version. A request without a header gets the newest. */
export function checkRequestedVersion(header: string | undefined): void {
  if (header === undefined || header === apiVersion) return;
  throw new Refusal(
    'invalid',
    `The version of the API must be ${apiVersion}. Nothing was done.`,
    versionHeader,
  );
}
