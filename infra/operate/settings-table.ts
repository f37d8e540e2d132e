import { DeleteCommand, GetCommand, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../functions/table/client.ts';
import { operatorRow } from '../../functions/table/deployed-settings.ts';

export interface RollbackPlan {
  /** Target version of each function's alias. */
  moves: { name: string; version: string }[];
  /** Functions that the target release did not have; its pages do not call them. */
  staying: string[];
}

/**
 * Returns the last release before the current one with a passed smoke check; undefined if there is none. A failed
 * deployment is current as well, so that its rollback restores the last good release, not the one before.
 */
export const lastGoodRelease = (history: readonly ReleaseEvent[]): string | undefined =>
  goodReleases(history).at(-1);

/** Returns the releases before the current one with a passed smoke check, in the order of their last check. */
export function goodReleases(history: readonly ReleaseEvent[]): string[] {
  const current = currentRelease(history);
  const good = history.flatMap(({ event, release }) =>
    event === 'good' && release !== current ? [release] : [],
  );
  return [...new Set(good.toReversed())].toReversed();
}

/** Returns the release that was deployed or restored last. */
export const currentRelease = (history: readonly ReleaseEvent[]): string | undefined =>
  history.findLast(({ event }) => event !== 'good')?.release;

/** Returns the changes of aliases that restore the versions of a release. */
export function rollbackPlan(live: LiveVersions, target: LiveVersions): RollbackPlan {
  const names = Object.keys(live).toSorted();
  return {
    moves: names.flatMap((name) => {
      const version = target[name];
      return version === undefined || version === live[name] ? [] : [{ name, version }];
    }),
    staying: names.filter((name) => target[name] === undefined),
  };
}

const table = () => ({ TableName: process.env.SETTINGS_TABLE });

/** Row that exists during a stop (stop.ts). */
const stopRow = 'stop';

const rowOf = async (name: string): Promise<Record<string, unknown> | undefined> =>
  (await client.send(new GetCommand({ ...table(), Key: { name }, ConsistentRead: true }))).Item;

/** Returns the values that override those of the deployment. */
export const operatorValues = async (): Promise<Record<string, string>> =>
  ((await rowOf(operatorRow))?.values ?? {}) as Record<string, string>;

/** Replaces the values that override those of the deployment. */
export const saveOperatorValues = (values: Record<string, string>, at: Date): Promise<unknown> =>
  client.send(new PutCommand({ ...table(), Item: { name: operatorRow, values, at: at.toISOString() } }));

/** Secrets of the CDN that functions accept; `before` is empty unless the secret is being replaced. */
export interface CdnSecrets {
  current: string;
  before: string;
}

export async function cdnSecrets(): Promise<CdnSecrets> {
  const { CDN_SECRET = '', CDN_SECRET_BEFORE = '' } = ((await rowOf('cdn'))?.values ?? {}) as Record<
    string,
    string
  >;
  return { current: CDN_SECRET, before: CDN_SECRET_BEFORE };
}

export const saveCdnSecrets = ({ current, before }: CdnSecrets): Promise<unknown> =>
  client.send(
    new PutCommand({
      ...table(),
      Item: { name: 'cdn', values: { CDN_SECRET: current, CDN_SECRET_BEFORE: before } },
    }),
  );

export const isStopped = async (): Promise<boolean> => (await rowOf(stopRow)) !== undefined;

export const recordStop = (at: Date): Promise<unknown> =>
  client.send(new PutCommand({ ...table(), Item: { name: stopRow, at: at.toISOString() } }));

export const recordResume = (): Promise<unknown> =>
  client.send(new DeleteCommand({ ...table(), Key: { name: stopRow } }));

/** `good`: the smoke check passed. */
export interface ReleaseEvent {
  at: string;
  release: string;
  event: 'deployed' | 'good' | 'rolled back';
}

/** Live version of each function, by its name. */
export type LiveVersions = Record<string, string>;

/** Records the versions of a release that passed its smoke check. */
export const recordVersions = (release: string, versions: LiveVersions): Promise<unknown> =>
  client.send(new PutCommand({ ...table(), Item: { name: versionsRow(release), versions } }));

const versionsRow = (release: string): string => `versions ${release}`;

/** Returns the versions of a release; undefined if it never passed a smoke check. */
export const versionsOf = async (release: string): Promise<LiveVersions | undefined> =>
  (await rowOf(versionsRow(release)))?.versions as LiveVersions | undefined;

export const removeVersions = (release: string): Promise<unknown> =>
  client.send(new DeleteCommand({ ...table(), Key: { name: versionsRow(release) } }));

/** Replaces the release that functions report, until the next deployment. */
export const setRelease = (release: string): Promise<unknown> =>
  client.send(
    new UpdateCommand({
      ...table(),
      Key: { name: 'common' },
      UpdateExpression: 'SET #values.#release = :release',
      ExpressionAttributeNames: { '#values': 'values', '#release': 'RELEASE' },
      ExpressionAttributeValues: { ':release': release },
    }),
  );

/** Adds an event to the history of releases; deployments add theirs (functions/settings/handlers.ts). */
export const recordRelease = (event: ReleaseEvent): Promise<unknown> =>
  client.send(new PutCommand({ ...table(), Item: { name: `release ${event.at}`, ...event } }));

/** Returns the history of releases, oldest first. */
export const releaseHistory = (): Promise<ReleaseEvent[]> => recorded<ReleaseEvent>('release ');

/** A restore drill with the output of its comparison. */
export interface Drill {
  at: string;
  proof: string;
}

export const recordDrill = (drill: Drill): Promise<unknown> =>
  client.send(new PutCommand({ ...table(), Item: { name: `drill ${drill.at}`, ...drill } }));

/** Returns the restore drills, oldest first. */
export const drills = (): Promise<Drill[]> => recorded<Drill>('drill ');

async function recorded<Row extends { at: string }>(beginsWith: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { ...table(), ConsistentRead: true }))
    rows.push(...(Items.filter(({ name }) => String(name).startsWith(beginsWith)) as unknown as Row[]));
  return rows.toSorted((left, right) => (left.at < right.at ? -1 : 1));
}
