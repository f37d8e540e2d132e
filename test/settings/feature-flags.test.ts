import { describe, expect, it } from 'vitest';
import { eachItem } from '../../functions/table/table.ts';
import { keys } from '../../functions/table/keys.ts';
import { allOff, featureFlagList } from '../../shared/settings/feature-flags.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const read = async () => (await call(settings.featureFlags, undefined)).body;
const save = (body: object) => call(settings.saveFeatureFlags, world.admin, { body });
const events = async () => {
  const items: Record<string, unknown>[] = [];
  for await (const item of eachItem(keys.audit('feature flags', '', '').pk)) items.push(item);
  return items;
};

describe('feature flags', () => {
  it('are five, and all off by default', async () => {
    expect(featureFlagList.map(({ name }) => name)).toEqual([
      'gmr-enable-features',
      'gmr-add-program',
      'gm-member-import',
      'use-captcha',
      'gm-access-pass-feature',
    ]);
    expect(await read()).toEqual({ ...allOff, version: 0 });
    // a stage can set initial flags; an unknown flag is an error
    process.env.FEATURE_FLAGS = '{"gmrAddProgram":true}';
    expect(await read()).toEqual({ ...allOff, gmrAddProgram: true, version: 0 });
    process.env.FEATURE_FLAGS = '{"gmrAddPrograms":true}';
    expect((await call(settings.featureFlags, undefined)).status).toBe(500);
    delete process.env.FEATURE_FLAGS;
  });

  it.each(featureFlagList.map(({ key }) => key))('turns %s on and off independently', async (key) => {
    const on = await save({ ...allOff, [key]: true });
    expect(on.status).toBe(200);
    expect(await read()).toEqual({ ...allOff, [key]: true, version: on.body.data.version });
    const reassign = await call(settings.isReassignKeyFobFeatureEnabled, world.admin);
    expect(reassign.body).toBe(key === 'gmrEnableFeatures');
    await save({ ...allOff });
    expect(await read()).toMatchObject(allOff);
    expect((await call(settings.isReassignKeyFobFeatureEnabled, world.admin)).body).toBe(false);
  });

  it('record the user and the change in the audit log', async () => {
    const before = await events();
    await save({ ...allOff, useCaptcha: true });
    const after = await events();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({
      name: 'feature flags changed',
      who: world.admin.id,
      before: { useCaptcha: false },
      after: { useCaptcha: true },
    });
    await save({ ...allOff });
  });

  it('reject a change that is based on an old version', async () => {
    const { version } = await read();
    expect((await save({ ...allOff, gmMemberImport: true, version })).status).toBe(200);
    const late = await save({ ...allOff, version });
    expect(late.status).toBe(409);
    expect(late.body.message).toContain('Reload');
    expect(await read()).toMatchObject({ gmMemberImport: true, version: version + 1 });
    const [first, second] = await Promise.all([
      save({ ...allOff, version: version + 1 }),
      save({ ...allOff, useCaptcha: true, version: version + 1 }),
    ]);
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]));
  });

  it('are rejected when one is missing', async () => {
    const { useCaptcha: _, ...four } = allOff;
    expect((await save(four)).status).toBe(400);
  });
});
