import { expect, test } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { addDays, dateInChicago } from '../../shared/calendar.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { addFacilities } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { someMember, useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const portal = usePortal();
const world = useWorld();

test('explains why a refusal was not recorded after the decision of another user', async () => {
  await addFacilities(['7000']);
  const date = dateInChicago(now());
  const since = { enrolledOn: addDays(date, -40), activatedOn: addDays(date, -40) };
  const name = { firstName: 'Mirja', lastName: 'Vanhala' };
  const club = { facilityId: '4100', facilityName: 'Harbor Gym 4100', facilityIsAf: true };
  await transact(
    ...memberChange(null, someMember('MV1', '1', { invitationStatus: 4, ...name, ...since, ...club })),
  );
  const member = await createUser({ memberIds: ['MV1'], memberPartnerIds: ['1'] });
  const body = { memberGuid: 'MV1', date, facilityId: '4100' };
  const sent = await call(visits.reportMissing, member, { body });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { email } = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(email, '/admin/visits/missing');
  await page.getByRole('button', { name: 'Refuse the visit of Mirja Vanhala' }).click();
  await page.getByLabel('Reason').fill('Nobody saw this member on that day.');
  const decision = { params: { memberId: 'MV1', date }, body: { accepted: true, version: 1 } };
  expect((await call(visits.answerReport, world.admin, decision)).status).toBe(200);
  await page.getByRole('button', { name: 'Refuse visit' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Mirja Vanhala' })
    .getByText('Accepted', { exact: true })
    .waitFor();
  // the dialog went away with the actions of the row
  await page.getByText('This report was already decided.').waitFor();
});
