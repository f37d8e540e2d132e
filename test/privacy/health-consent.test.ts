import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { visits } from '../../shared/contracts/visits.ts';
import {
  consentStateOf,
  newConsent,
  healthConsentText,
  refusesVisit,
} from '../../shared/members/health-consent.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { giveConsent } from '../enrollment/consent.ts';
import { invitedMember, signedForm } from '../enrollment/sign.ts';
import { addFacilities } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7000']);
});

const periodId = closedPeriods(new Date())[0] ?? '';
const day = (date: string) => `${periodId.slice(0, 4)}-${periodId.slice(4)}-${date}`;
const facilityId = '4100';

async function enrolled(id: string, state: string) {
  const { member, user, keyFob } = await invitedMember(id, '1', { state });
  await giveConsent(user, member.id, facilityId);
  const enroll = (consents: object) =>
    call(enrollment.enroll, user, {
      body: { ...signedForm(keyFob), ...consents, facilityId, MemberIds: [id], OperationTypeID: 3 },
    });
  return { user, enroll };
}

async function importVisits(id: string, dates: readonly string[]): Promise<{ failed: number }> {
  const lines = dates.map((date) => `,${id},,${facilityId},${date},18:05`);
  const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
  const { body } = await call(visits.importCheckIns, world.admin, {
    files: { file: { name: 'v.csv', bytes } },
  });
  const { tally } = await runJob(body.jobId);
  return { failed: tally.failed ?? 0 };
}
const logOf = async (as: User) =>
  (await call(visits.list, as, { query: { partnerID: '1', periodID: periodId } })).body.items;
const withdraw = (user: User, memberGuid: string) =>
  call(privacy.withdrawHealthConsent, user, { body: { memberGuid } });

it('decides by the state of residence, or else of the club', () => {
  expect(consentStateOf({ state: 'NV' }, { state: 'MN' })).toBe('NV');
  expect(consentStateOf({ state: 'CT' }, { state: 'MN' })).toBe('CT');
  expect(consentStateOf({}, { state: 'WA' })).toBe('WA');
  expect(consentStateOf({ state: 'MN' }, { state: 'MN' })).toBe(null);
});

it('has not changed the text of a version', () => {
  const words = createHash('sha256').update(JSON.stringify(healthConsentText)).digest('hex');
  expect([healthConsentText.version, words.slice(0, 16)]).toEqual([1, '73cecd3196e837ed']);
});

it('refuses visits after a withdrawal, and of the gap after the consent is given again', () => {
  const given = newConsent(undefined, 'WA', '2026-01-01');
  expect(refusesVisit({ healthConsent: given }, '2025-12-01')).toBe(false);
  const withdrawn = { ...given, withdrawnOn: '2026-03-01' };
  expect(refusesVisit({ healthConsent: withdrawn }, '2026-02-01')).toBe(true);
  const again = newConsent(withdrawn, 'WA', '2026-05-01');
  expect(['2026-04-30', '2026-05-01'].map((date) => refusesVisit({ healthConsent: again }, date))).toEqual([
    true,
    false,
  ]);
  expect(refusesVisit({}, '2026-02-01')).toBe(false);
});

it('requires two separate consents with the agreement in Washington, and none in Minnesota', async () => {
  const { enroll, user } = await enrolled('M9101', 'WA');
  const one = await enroll({ healthDataCollection: true });
  expect([one.status, Object.keys(one.body.fields)]).toEqual([422, ['healthDataSharing']]);
  expect((await enroll({ healthDataCollection: true, healthDataSharing: true })).status).toBe(200);
  expect((await loadMember('M9101')).healthConsent).toMatchObject({ state: 'WA', withdrawnOn: null });
  const { body } = await call(privacy.healthConsents, user);
  expect(body).toMatchObject([{ memberGuid: 'M9101', state: 'WA', withdrawnOn: null }]);
  const other = await enrolled('M9102', 'MN');
  expect((await other.enroll({})).status).toBe(200);
  expect((await loadMember('M9102')).healthConsent).toBeUndefined();
  expect((await call(privacy.healthConsents, other.user)).body).toEqual([]);
  expect((await withdraw(other.user, 'M9102')).status).toBe(422);
});

it('neither collects nor shares visits after a withdrawal, and collects again after a new consent', async () => {
  const { enroll, user } = await enrolled('M9103', 'NV');
  await enroll({ healthDataCollection: true, healthDataSharing: true });
  const member = await loadMember('M9103');
  await transact(...memberChange(member, { ...member, enrolledOn: '2020-01-01', startsOn: '2020-01-01' }));
  expect(await importVisits('M9103', [day('03'), day('04')])).toEqual({ failed: 0 });
  const rowsOf = async () =>
    (await logOf(world.own.manager)).filter((row: { memberId: string }) => row.memberId === 'M9103');
  expect((await rowsOf()).length).toBeGreaterThan(0);
  expect((await withdraw(user, 'M9103')).status).toBe(200);
  expect((await withdraw(user, 'M9103')).status).toBe(200);
  expect(await rowsOf()).toEqual([]);
  expect(await importVisits('M9103', [day('05')])).toEqual({ failed: 1 });
  const both = { memberGuid: 'M9103', collection: true, sharing: true };
  expect((await call(privacy.giveHealthConsent, user, { body: both })).status).toBe(200);
  expect(await importVisits('M9103', [day('06')])).toEqual({ failed: 1 });
  expect((await rowsOf()).length).toBeGreaterThan(0);
});
