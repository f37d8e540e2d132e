import {
  DeleteFunctionCommand,
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  IAMClient,
  LambdaClient,
  paginateListRolePolicies,
  paginateListRoles,
  paginateListVersionsByFunction,
  type FunctionConfiguration,
} from './aws-tools.mjs';
import { plural } from '../../shared/number-words.ts';
import { rolePath } from '../build/handlers.ts';
import { retainedReleases } from '../stacks/live-alias.ts';
import { eachOf, functionsOf, liveVersions } from './live-versions.ts';
import { goodReleases, releaseHistory, removeVersions, versionsOf } from './settings-table.ts';

/** Returns the published versions of a function that are neither live nor part of a kept release. */
export const removableVersions = (
  published: readonly string[],
  retained: ReadonlySet<string>,
  newest = published.reduce((left, candidate) => (Number(candidate) > Number(left) ? candidate : left), '0'),
): string[] =>
  // a deployment in progress may have published the newest one
  published.filter((version) => /^\d+$/.test(version) && version !== newest && !retained.has(version));

/**
 * Removes versions of functions that no kept release has, and roles of former versions. A rollback then reaches the
 * last five good releases. Without `carryOut`, only counts. Can be repeated.
 */
export async function prune(stage: string, { carryOut }: { carryOut: boolean }): Promise<string> {
  const lambda = new LambdaClient({ maxAttempts: 10 });
  const good = goodReleases(await releaseHistory());
  const retained = good.slice(-retainedReleases);
  const manifests = [await liveVersions(lambda, stage), ...(await Promise.all(retained.map(versionsOf)))];
  const rolesInUse = new Set<string>();
  let removed = 0;
  await eachOf(await functionsOf(lambda, stage), async (name) => {
    const functions: FunctionConfiguration[] = [];
    for await (const { Versions = [] } of paginateListVersionsByFunction(
      { client: lambda },
      { FunctionName: name },
    ))
      functions.push(...Versions);
    const own = new Set(manifests.flatMap((versions) => versions?.[name] ?? []));
    const removable = removableVersions(
      functions.map(({ Version = '' }) => Version),
      own,
    );
    for (const { Role = '', Version = '' } of functions)
      if (!removable.includes(Version)) rolesInUse.add(Role);
    removed += removable.length;
    if (carryOut)
      for (const Qualifier of removable)
        await lambda.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier }));
  });
  const roles = await formerRoles(stage, await lambda.config.region(), rolesInUse);
  if (carryOut) {
    await eachOf(roles, removeRole);
    for (const release of good.slice(0, -retainedReleases)) await removeVersions(release);
  }
  const functions = `${plural(removed, 'version', 'versions')}, ${plural(roles.length, 'role', 'roles')}`;
  const result = carryOut ? 'removed' : 'to remove; nothing was changed without --carry-out';
  return `Former releases: ${functions} ${result}. Available for a rollback: ${retained.join(', ') || 'none'}.`;
}

async function formerRoles(stage: string, region: string, inUse: ReadonlySet<string>): Promise<string[]> {
  const names: string[] = [];
  for await (const { Roles = [] } of paginateListRoles(
    { client: new IAMClient({}) },
    { PathPrefix: rolePath(stage, region) },
  ))
    for (const { Arn = '', RoleName = '' } of Roles) if (!inUse.has(Arn)) names.push(RoleName);
  return names.toSorted();
}

async function removeRole(RoleName: string): Promise<void> {
  const client = new IAMClient({});
  for await (const { PolicyNames = [] } of paginateListRolePolicies({ client }, { RoleName }))
    for (const PolicyName of PolicyNames)
      await client.send(new DeleteRolePolicyCommand({ RoleName, PolicyName }));
  await client.send(new DeleteRoleCommand({ RoleName }));
}
