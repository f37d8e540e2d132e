import {
  GetAliasCommand,
  LambdaClient,
  paginateListFunctions,
  type FunctionConfiguration,
} from './aws-tools.mjs';
import { liveAlias } from '../stacks/live-alias.ts';
import { recordRelease, recordVersions, type LiveVersions } from './settings-table.ts';

/** Number of concurrent requests; AWS limits changes of functions to fifteen per second. */
const atOnce = 10;

/** Runs an operation for each item with limited concurrency. */
export async function eachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Returns the names of a stage's functions. */
export async function functionsOf(client: LambdaClient, stage: string): Promise<string[]> {
  const functions: FunctionConfiguration[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    functions.push(
      ...Functions.filter(
        ({ Environment: { Variables = {} } = {} }) =>
          // the probe of the status page has no versions
          Variables.STAGE === stage && Variables.SETTINGS_TABLE !== undefined,
      ),
    );
  return functions.map(({ FunctionName = '' }) => FunctionName).toSorted();
}

/** Returns the live version of each function of a stage. */
export async function liveVersions(client: LambdaClient, stage: string): Promise<LiveVersions> {
  const versions: LiveVersions = {};
  await eachOf(await functionsOf(client, stage), async (FunctionName) => {
    const { FunctionVersion } = await client.send(new GetAliasCommand({ FunctionName, Name: liveAlias }));
    if (FunctionVersion) versions[FunctionName] = FunctionVersion;
  });
  return versions;
}

/** Records that a release passed its smoke check, with the versions of its functions. */
export async function recordGoodRelease(stage: string, release: string, at: Date): Promise<void> {
  await recordVersions(release, await liveVersions(new LambdaClient({ maxAttempts: 10 }), stage));
  await recordRelease({ at: at.toISOString(), release, event: 'good' });
}
