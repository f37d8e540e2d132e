import { expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadPass } from '../../functions/visits/pass-store.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { setFlags } from '../support/flags.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const portal = usePortal();

it('sets up one key on a double click, and the same key again after a failure', async () => {
  await makeWorld();
  await setFlags({ gmrAddProgram: true, gmAccessPassFeature: true });
  const today = dateInChicago(now());
  const club = { facilityId: '4100', facilityName: 'Harbor Gym 4100' };
  const active = {
    invitationStatus: 4,
    enrolledOn: today,
    startsOn: today,
    activatedOn: today,
    ...club,
  } as const;
  await transact(...memberChange(null, someMember('PP1', '1', active)));
  const { email } = await createUser({ memberIds: ['PP1'], memberPartnerIds: ['1'] });
  const page = await portal.visitAs(email, '/member/accesspass');
  const keys: string[] = [];
  await page.route('**/visits/pass', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push((route.request().postDataJSON() as { publicKey: string }).publicKey);
    return keys.length === 1 ? route.abort() : route.fallback();
  });
  const button = page.getByRole('button', { name: 'Set up my access pass' });
  await button.dblclick();
  await page.getByRole('alert').first().waitFor();
  expect(keys).toHaveLength(1);
  await button.dblclick();
  await page.getByRole('heading', { name: 'Pass of Ann Lund PP1' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(new Set(keys)).toEqual(new Set([(await loadPass('PP1'))?.publicKey]));

  // another phone takes the pass; opening the page on the first one does not take it back
  const other = await portal.visitAs(email, '/member/accesspass');
  await other.getByRole('button', { name: 'Set up my access pass' }).click();
  await other.getByRole('heading', { name: 'Pass of Ann Lund PP1' }).waitFor();
  await other.waitForLoadState('networkidle');
  const moved = (await loadPass('PP1'))?.publicKey;
  expect(keys).not.toContain(moved);
  await page.reload();
  await page.getByText('Your pass is on another phone now.').waitFor();
  await button.waitFor();
  expect((await loadPass('PP1'))?.publicKey).toBe(moved);
  await button.click();
  await page.getByRole('heading', { name: 'Pass of Ann Lund PP1' }).waitFor();
  expect((await loadPass('PP1'))?.publicKey).toBe(keys.at(-1));
});
