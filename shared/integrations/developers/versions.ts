/** A dated version of the API with its changes, in short sentences. */
interface ApiVersion {
  date: string;
  /** The announced end of the version; its responses have the headers Deprecation and Sunset. */
  ends?: Deprecation;
  added: readonly string[];
  changed: readonly string[];
  deprecated: readonly string[];
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
    changed: [],
    deprecated: [],
  },
];

/** The version of responses and webhook payloads. */
export const apiVersion = apiVersions[0].date;

/** Months between the announcement of a removal and the removal. */
export const deprecationMonths = 12;

/** The end of an endpoint: dates YYYY-MM-DD, and the endpoint that replaces it. */
export interface Deprecation {
  since: string;
  until: string;
  use: string;
}

const midnight = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Returns the headers of a deprecated endpoint: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to the changelog. */
export const deprecationHeaders = (
  { since, until }: Deprecation,
  changelog: string,
): Record<'deprecation' | 'sunset' | 'link', string> => ({
  deprecation: `@${midnight(since).getTime() / 1000}`,
  sunset: midnight(until).toUTCString(),
  link: `<${changelog}>; rel="deprecation"; type="text/html"`,
});
