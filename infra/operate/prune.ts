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
import { plural } from '../../shared/plural.ts';
import { rolePath } from '../handler-names.ts';
import { keptReleases } from '../live-alias.ts';
import { eachOf } from './each-of.ts';
import { functionsOf, liveVersions } from './live-versions.ts';
import { goodReleases } from './rollback-plan.ts';
import { releaseHistory, removeVersions, versionsOf } from './settings-table.ts';

/** Returns the published versions of a function that are neither live nor part of a kept release. */
export const removableVersions = (
  published: readonly string[],
  kept: ReadonlySet<string>,
  newest = published.reduce((one, other) => (Number(other) > Number(one) ? other : one), '0'),
): string[] =>
  // a deployment in progress may have published the newest one
  published.filter((version) => /^\d+$/.test(version) && version !== newest && !kept.has(version));

/**
 * Removes versions of functions that no kept release has, and roles of former versions. A rollback then reaches the
 * last five good releases. Without `carryOut`, only counts. Can be repeated.
 */
export async function prune(stage: string, { carryOut }: { carryOut: boolean }): Promise<string> {
  const lambda = new LambdaClient({ maxAttempts: 10 });
  const good = goodReleases(await releaseHistory());
  const kept = good.slice(-keptReleases);
  const manifests = [await liveVersions(lambda, stage), ...(await Promise.all(kept.map(versionsOf)))];
  const rolesInUse = new Set<string>();
  let removed = 0;
  await eachOf(await functionsOf(lambda, stage), async (name) => {
    const found: FunctionConfiguration[] = [];
    for await (const { Versions = [] } of paginateListVersionsByFunction(
      { client: lambda },
      { FunctionName: name },
    ))
      found.push(...Versions);
    const own = new Set(manifests.flatMap((versions) => versions?.[name] ?? []));
    const removable = removableVersions(
      found.map(({ Version = '' }) => Version),
      own,
    );
    for (const { Role = '', Version = '' } of found) if (!removable.includes(Version)) rolesInUse.add(Role);
    removed += removable.length;
    if (carryOut)
      for (const Qualifier of removable)
        await lambda.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier }));
  });
  const roles = await formerRoles(stage, await lambda.config.region(), rolesInUse);
  if (carryOut) {
    await eachOf(roles, removeRole);
    for (const release of good.slice(0, -keptReleases)) await removeVersions(release);
  }
  const found = `${plural(removed, 'version', 'versions')}, ${plural(roles.length, 'role', 'roles')}`;
  const result = carryOut ? 'removed' : 'to remove; nothing was changed without --carry-out';
  return `Former releases: ${found} ${result}. Available for a rollback: ${kept.join(', ') || 'none'}.`;
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
