import { unzipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { deleted } from '../../shared/members/member.ts';
import { testSiteKey } from '../../shared/site/site-config.ts';
import { call } from '../support/call.ts';
import { setFlags } from '../support/flags.ts';
import { useWorld } from '../support/world.ts';
import { mailsTo } from '../users/person.ts';
import { memberWithRecords } from './people.ts';

const world = useWorld();

const someone = (id: string) => memberWithRecords(world, id);
const file = (as: User, kind: string, details = 'My name is spelled wrong.') =>
  call(privacy.fileOwnCase, as, { body: { kind, details } });
const own = async (as: User) => (await call(privacy.ownCases, as)).body;
const paramsOf = async (as: User) => ({ owner: as.id, caseId: (await own(as))[0].id });
const details = async (params: { owner: string; caseId: string }) =>
  (await call(privacy.caseDetails, world.admin, { params })).body;
async function close(params: { owner: string; caseId: string }, outcome: string) {
  const { version } = await details(params);
  const body = { outcome, answer: 'This is our answer.', version };
  return call(privacy.closeCase, world.admin, { params, body });
}

it('files a request once, shows its state, and lets the member withdraw it', async () => {
  const user = await someone('P-FILED');
  expect((await file(user, 'access')).status).toBe(200);
  expect((await mailsTo(user.email)).at(-1)).toContain('We respond by');
  const twice = await file(user, 'access');
  expect([twice.status, Object.keys(twice.body.fields)]).toEqual([409, ['kind']]);
  const { caseId } = await paramsOf(user);
  const other = await someone('P-OTHER');
  expect((await call(privacy.withdrawCase, other, { params: { caseId } })).status).toBe(404);
  expect((await call(privacy.withdrawCase, user, { params: { caseId } })).status).toBe(200);
  expect((await own(user))[0].status).toBe('withdrawn');
  expect((await file(user, 'access')).status).toBe(200);
});

it('exports a ZIP, extends the deadline once, and closes an access request', async () => {
  const user = await someone('P-ACCESS');
  await file(user, 'access');
  const params = await paramsOf(user);
  const list = await call(privacy.cases, world.admin, { query: { filter: user.email } });
  expect(list.body.items).toMatchObject([{ id: params.caseId, status: 'open' }]);
  const { version, dueOn } = await details(params);
  const extension = { params, body: { reason: 'The archive is large.', version } };
  expect((await call(privacy.extendCase, world.admin, extension)).status).toBe(200);
  expect((await call(privacy.extendCase, world.admin, extension)).status).toBe(409);
  expect((await own(user))[0]).toMatchObject({ isExtended: true, dueOn: expect.not.stringMatching(dueOn) });
  expect((await close(params, 'completed')).status).toBe(422);
  const exported = await call(privacy.exportFile, world.admin, { params });
  expect(Object.keys(unzipSync(exported.bytes))).toEqual(
    expect.arrayContaining([
      'membership-1-records.json',
      'membership-1-earlier-visits.json',
      'membership-1-bank-accounts.json',
      'membership-1-agreement-2026-01-01-row-P-ACCE.pdf',
    ]),
  );
  expect((await close(params, 'completed')).status).toBe(200);
  expect((await mailsTo(user.email)).at(-1)).toContain('This is our answer.');
  expect((await call(privacy.exportFile, world.admin, { params })).status).toBe(409);
});

it('corrects all memberships and the login, and notifies partner and club', async () => {
  const user = await someone('P-CORRECT');
  await file(user, 'correction');
  const params = await paramsOf(user);
  const { version } = await details(params);
  const body = { lastName: 'Quillfeather', version };
  expect((await call(privacy.notifyRecipients, world.admin, { params })).status).toBe(422);
  expect((await call(privacy.correct, world.admin, { params, body })).status).toBe(200);
  expect([(await loadMember('P-CORRECT')).lastName, (await loadUser(user.id))?.lastName]).toEqual([
    'Quillfeather',
    'Quillfeather',
  ]);
  expect((await call(privacy.notifyRecipients, world.admin, { params })).status).toBe(200);
  expect((await mailsTo(world.own.partner.email)).at(-1)).toContain('We corrected personal data');
  expect((await mailsTo(world.facilityManager.email)).at(-1)).toContain('on request: Last Name.');
  expect((await close(params, 'completed')).status).toBe(200);
});

it('erases a former member, also when repeated, and removes the requester from every case', async () => {
  const user = await someone('P-ERASE');
  await file(user, 'access');
  const access = await paramsOf(user);
  await file(user, 'deletion');
  const params = await paramsOf(user);
  const erase = () => call(privacy.erase, world.admin, { params });
  expect((await erase()).body.message).toContain('another open request');
  const { version } = await details(access);
  const extension = { params: access, body: { reason: 'Rosalind Quill asked for it.', version } };
  await call(privacy.extendCase, world.admin, extension);
  await close(access, 'refused');
  expect((await erase()).body.message).toContain('End the membership first');
  const member = await loadMember('P-ERASE');
  await transact(...memberChange(member, { ...member, invitationStatus: deleted }));
  expect((await erase()).body.retained.length).toBeGreaterThan(0);
  expect((await erase()).status).toBe(200);
  expect([await loadUser(user.id), (await loadMember('P-ERASE')).firstName]).toEqual([undefined, 'Erased']);
  await call(privacy.notifyRecipients, world.admin, { params });
  expect((await close(params, 'completed')).status).toBe(200);
  expect((await mailsTo(user.email)).at(-1)).toContain('This is our answer.');
  for (const closed of [await details(params), await details(access)]) {
    expect(JSON.stringify(closed)).not.toMatch(/Rosalind|people\.test/);
    // the texts that administrators entered can name the person
    expect(closed.answer).toBe('');
  }
});

it('addresses a member by the stored name when a guest files for the member’s address', async () => {
  const { email } = await someone('P-GUEST');
  const spam = 'Win at spam.example now';
  const uninvited = world.own.waiting;
  for (const address of [email, uninvited.email]) {
    const body = { name: spam, email: address, kind: 'deletion', details: spam };
    await call(privacy.fileAsGuest, undefined, { body });
    const token = /\/dataprivacyrequest\/(\S+)/.exec((await mailsTo(address)).at(-1) ?? '')?.[1] ?? '';
    expect((await call(privacy.confirmRequest, undefined, { body: { token } })).status).toBe(200);
    expect((await mailsTo(address)).join()).not.toContain('spam.example');
    const { items } = (await call(privacy.cases, world.admin, { query: { filter: address } })).body;
    expect(items).toMatchObject([{ name: expect.not.stringContaining('spam') }]);
  }
});

it('files the request of a person without a login when the emailed link is opened, once', async () => {
  const email = 'visitor@guests.test';
  const body = { name: 'Win at spam.example now', email, kind: 'deletion', details: 'spam.example' };
  expect((await call(privacy.fileAsGuest, undefined, { body })).status).toBe(200);
  const found = () => call(privacy.cases, world.admin, { query: { filter: email } });
  expect((await found()).body.items).toEqual([]);
  const token = /\/dataprivacyrequest\/(\S+)/.exec((await mailsTo(email)).at(-1) ?? '')?.[1] ?? '';
  const confirm = (key: string) => call(privacy.confirmRequest, undefined, { body: { token: key } });
  expect((await confirm('guessed')).status).toBe(404);
  const first = await confirm(token);
  expect([first.status, await confirm(token)]).toMatchObject([200, { body: first.body }]);
  expect((await found()).body.items).toHaveLength(1);
  // a visitor has no page that withdraws a request
  expect((await mailsTo(email)).at(-1)).not.toContain('withdraw');
  const filed = (await found()).body.items[0];
  const params = { owner: filed.owner, caseId: filed.id };
  const erased = await call(privacy.erase, world.admin, { params });
  expect([erased.status, erased.body.message]).toEqual([
    409,
    expect.stringContaining('We store no data of this person.'),
  ]);
  const { items } = (await call(approvals.list, world.admin)).body;
  // the request is announced without the sender's text
  expect(items.filter(({ kind }: { kind: string }) => kind === 'privacyCase')).toContainEqual(
    expect.objectContaining({
      title: 'Respond to the privacy request of a visitor',
      waitsFor: null,
      dueOn: first.body.dueOn,
    }),
  );
  // anyone can enter the address of another person, who receives none of the sender's text
  const mails = await mailsTo(email);
  expect([mails.length, mails.join('').includes('spam.example')]).toEqual([2, false]);
});

it('states that no data is stored of a visitor who requests a copy, and closes the request as refused', async () => {
  const email = 'unknown@guests.test';
  const body = { name: 'Una Known', email, kind: 'access', details: '' };
  await call(privacy.fileAsGuest, undefined, { body });
  const token = /\/dataprivacyrequest\/(\S+)/.exec((await mailsTo(email)).at(-1) ?? '')?.[1] ?? '';
  await call(privacy.confirmRequest, undefined, { body: { token } });
  const { items } = (await call(privacy.cases, world.admin, { query: { filter: email } })).body;
  const params = { owner: items[0].owner, caseId: items[0].id };
  const exported = await call(privacy.exportFile, world.admin, { params });
  expect([exported.status, exported.body.message]).toEqual([
    409,
    expect.stringContaining('We store no data of this person.'),
  ]);
  expect((await close(params, 'refused')).status).toBe(200);
});

it('requires a captcha of visitors where captchas are on', async () => {
  await setFlags({ useCaptcha: true });
  onTestFinished(() => setFlags());
  const body = { name: 'Vera Visitor', email: 'captcha@guests.test', kind: 'access', details: '' };
  const headers = { 'g-recaptcha-response': `${testSiteKey}.of-privacy` };
  const refused = await call(privacy.fileAsGuest, undefined, { body });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['captcha']]);
  expect((await call(privacy.fileAsGuest, undefined, { body, headers })).status).toBe(200);
});
