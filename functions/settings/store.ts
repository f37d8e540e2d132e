import {
  allOff,
  stageFlags,
  storedFeatureFlags,
  type FeatureFlags,
  type StoredFeatureFlags,
} from '../../shared/settings/feature-flags.ts';
import { readRightOverrides, type RightOverrides } from '../../shared/enrollment/cancellation-rights.ts';
import { Refusal } from '../../shared/refusal.ts';
import { log } from '../platform/log.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const featureFlagsEntity = entity({
  name: 'feature flags',
  schema: storedFeatureFlags,
  key: () => keys.featureFlags(),
});

/** Returns the feature flags. Before the first change these are the stage's initial flags, with version 0. */
export const loadFeatureFlags = async (): Promise<StoredFeatureFlags> =>
  (await get(featureFlagsEntity, keys.featureFlags())) ?? {
    ...allOff,
    ...stageFlags.parse(JSON.parse(process.env.FEATURE_FLAGS ?? '{}')),
    version: 0,
  };

/**
 * Returns the operator's replacements of states' rights of cancellation. Rows that are not valid are logged and have no
 * effect, so that members can sign and cancel by the table.
 */
export function cancellationOverrides(): RightOverrides {
  const setting = process.env.CANCELLATION_RIGHTS ?? '{}';
  const { overrides, error } = readRightOverrides(setting);
  if (error !== undefined) log('error', 'CANCELLATION_RIGHTS are not valid', { error });
  return overrides;
}

/** Saves the flags. Throws Refusal if they changed since `before` was read. */
export async function saveFeatureFlags(
  before: StoredFeatureFlags,
  flags: FeatureFlags,
  who: string,
  now: Date,
): Promise<StoredFeatureFlags> {
  const after = { ...flags, version: before.version };
  await transact(
    ...change(featureFlagsEntity, before.version === 0 ? null : before, after, { lost: settingsConflict() }),
    auditWrite(
      {
        name: 'feature flags changed',
        subject: 'feature flags',
        who,
        before: { ...before },
        after: { ...flags },
      },
      now,
    ),
  );
  return { ...flags, version: before.version + 1 };
}

export const settingsConflict = (): Refusal =>
  new Refusal('conflict', 'Someone else changed the settings. Reload and make your change again.');
