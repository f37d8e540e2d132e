import { Refusal } from '../../refusal.ts';
import { apiVersions, type Deprecation } from './versions.ts';

/** Header of requests and responses with a version of the API. */
export const versionHeader = 'wellport-version';

/** A version that a client can request; a deprecated one has an end. */
export interface RequestedVersion {
  date: string;
  ends?: Deprecation;
}

/** A change of responses by the version of this date; `before` returns the body for clients of former versions. */
interface ResponseChange {
  since: string;
  /** Area and name of the endpoint: `integrations.batch`. */
  endpoint: string;
  before: (body: unknown) => unknown;
}

/** Versions, the newest first, with the changes between them. */
export interface VersionTable {
  versions: readonly [RequestedVersion, ...RequestedVersion[]];
  changes: readonly ResponseChange[];
}

/** The versions that clients can request; each remains available until the end of its deprecation. */
export const supportedVersions: VersionTable = { versions: apiVersions, changes: [] };

/** Returns the requested version, or the newest one without a header. Throws ('invalid') for an unknown version. */
export function requestedVersion(header: string | undefined, { versions }: VersionTable): RequestedVersion {
  if (header === undefined) return versions[0];
  const found = versions.find(({ date }) => date === header);
  if (found) return found;
  const dates = versions.map(({ date }) => date).join(', ');
  throw new Refusal(
    'invalid',
    `The version of the API must be one of ${dates}. Nothing was done.`,
    versionHeader,
  );
}

/** Returns the body of a response for a version: newer changes are undone, the newest first. */
export const bodyForVersion = (
  endpoint: string,
  body: unknown,
  { date }: RequestedVersion,
  { changes }: VersionTable,
): unknown =>
  changes
    .filter((change) => change.endpoint === endpoint && change.since > date)
    .toSorted((left, other) => (left.since > other.since ? -1 : 1))
    .reduce((result, { before }) => before(result), body);
