import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setFlags } from '../support/flags.ts';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { secrets } from '../../functions/platform/secrets.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { monthlyVisits } from '../../functions/visits/store.ts';
import { filesOfPass } from '../../infra/build/build.ts';
import type { Member } from '../../shared/members/member.ts';
import { passText, readPass, stepOf } from '../../shared/visits/access-pass.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { codeAt, codeKeyOf, newPhoneKey, publicKeyText } from '../../web/visits/pass/phone-key.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { newKey, playSecrets } from '../support/keys.ts';
import { freshFolder } from '../support/portal.ts';
import { useWorld, someFacility, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const noon = '2026-11-20T18:00:00Z';
const later = (seconds: number) => new Date(Date.parse(noon) + seconds * 1000);

const world = useWorld();
let otherFacility: User;
const turn = async (flags: { gmrAddProgram: boolean; gmAccessPassFeature: boolean }) => setFlags(flags);
beforeAll(async () => {
  await transact(...facilityChange(null, { ...someFacility('7300'), isAf: false }));
  otherFacility = await createUser({ role: 'facilityManager', facilityId: '7300' });
  await turn({ gmrAddProgram: true, gmAccessPassFeature: true });
});
afterAll(() => turn({ gmrAddProgram: false, gmAccessPassFeature: false }));
beforeEach(() => setClock(noon));
resetClockAfterEach();

const holder = async (id: string, member: Partial<Member> = {}): Promise<User> => {
  const active = { invitationStatus: 4, enrolledOn: '2026-10-12', activatedOn: '2026-10-12' } as const;
  const facility = { facilityId: '4100', facilityName: 'Harbor Gym 4100', facilityIsAf: true };
  await transact(...memberChange(null, someMember(id, '1', { ...active, ...facility, ...member })));
  return createUser({ memberIds: [id], memberPartnerIds: ['1'] });
};

async function phoneOf(user: User, memberGuid: string) {
  const keys = await newPhoneKey();
  const { body, status } = await call(visits.certifyPass, user, {
    body: { memberGuid, publicKey: await publicKeyText(keys) },
  });
  if (status !== 200) throw new Error(String(body.message));
  const key = await codeKeyOf(keys, body.serverKey);
  const number = body.number;
  return { keys, key, show: async (at: Date) => passText(number, await codeAt(key, number, stepOf(at))) };
}
const scan = async (as: User, code: string, at = later(0)) => {
  setClock(at.toISOString());
  const { status, body } = await call(visits.scanPass, as, { body: { code } });
  return { status, said: body.message, isCounted: body.isCounted };
};
const count = async (id: string) => (await monthlyVisits([id], '202611')).get(id);

describe('an access pass', () => {
  it('counts a visit by the code that the phone makes itself, each code once', async () => {
    const visitEmails = { firstVisit: true };
    const phone = await phoneOf(await holder('P1', { visitEmails }), 'P1');
    const code = await phone.show(later(0));
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    // typed in small letters, with an O for a zero, ten seconds later
    const input = code.toLowerCase().replaceAll('0', 'o').replaceAll('-', ' ');
    expect(await scan(world.facilityManager, input, later(10))).toEqual({
      status: 200,
      said: 'Ann Lund P1 is checked in. The visit counts.',
      isCounted: true,
    });
    expect(await count('P1')).toBe(1);
    expect((await loadJob('visit-email-firstVisit-P1-202611'))?.kind).toBe('member email');
    const again = await scan(world.facilityManager, code, later(15));
    expect([again.status, again.said]).toEqual([
      409,
      'This code was already used, so it may be a copy. Scan the next code on the member’s phone.',
    ]);
    const next = await scan(world.facilityManager, await phone.show(later(40)), later(40));
    expect([next.status, next.isCounted]).toEqual([200, false]);
    expect(await count('P1')).toBe(1);
  });

  it('is delivered later with the time of the scan, and counts once however often it is delivered', async () => {
    const phone = await phoneOf(await holder('P1Q'), 'P1Q');
    const code = await phone.show(later(0));
    const live = await scan(world.facilityManager, await phone.show(later(90_000)), later(90_000));
    expect([live.status, live.isCounted]).toEqual([200, true]);
    const deliver = async (scannedAt: Date, at: Date) => {
      setClock(at.toISOString());
      const body = { code, scannedAt: scannedAt.toISOString() };
      return call(visits.scanPass, world.facilityManager, { body });
    };
    expect((await deliver(later(0), later(86_500))).body.message).toContain('older than a day');
    expect((await deliver(later(10), later(80_000))).body).toMatchObject({ success: true, isCounted: true });
    expect((await deliver(later(10), later(80_000))).body).toMatchObject({ success: true, isCounted: false });
    expect(await count('P1Q')).toBe(2);
    expect((await deliver(later(900), later(1000))).status).toBe(422);
  });

  it('that was certified under an earlier version of the key goes on, and is renewed under the new one', async () => {
    const change = await playSecrets();
    const user = await holder('P1K');
    const before = await phoneOf(user, 'P1K');
    await change({ invitationKey: `2:${newKey()} 1:${(await secrets()).invitationKey}` });
    expect((await scan(world.facilityManager, await before.show(later(0)))).status).toBe(200);
    const renewed = await phoneOf(user, 'P1K');
    expect((await scan(world.facilityManager, await renewed.show(later(40)), later(40))).status).toBe(200);
  });

  it('is offered only to active members', async () => {
    const offered = async (id: string, member: Partial<Member>) =>
      (await call(visits.isPassOffered, await holder(id, member), { query: { membersGuids: [id] } })).body;
    expect(await offered('P20', {})).toBe(true);
    expect(await offered('P21', { invitationStatus: 5 })).toBe(false);
    expect(await offered('P22', { invitationStatus: 7 })).toBe(false);
    expect(await offered('P23', { invitationStatus: 3, activatedOn: null })).toBe(false);
  });

  it('of a paused membership is refused with the end of the pause', async () => {
    const user = await holder('P24', { holds: [{ from: '2026-11-01', to: '2027-01-01', isPause: true }] });
    await expect(phoneOf(user, 'P24')).rejects.toThrow(
      'Your membership is paused until 01/01/2027. No visit was counted.',
    );
  });

  it('admits one of two people who show the same code', async () => {
    const phone = await phoneOf(await holder('P2'), 'P2');
    const code = await phone.show(later(0));
    const both = await Promise.all([scan(world.facilityManager, code), scan(world.facilityManager, code)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await count('P2')).toBe(1);
  });

  it('works offline for seven days, and shows when it must be renewed', async () => {
    const user = await holder('P3');
    const phone = await phoneOf(user, 'P3');
    const sixDays = later(6 * 86_400);
    expect((await scan(world.facilityManager, await phone.show(sixDays), sixDays)).status).toBe(200);
    const eightDays = later(8 * 86_400);
    const refused = await scan(world.facilityManager, await phone.show(eightDays), eightDays);
    expect([refused.status, refused.said]).toEqual([
      422,
      'This pass has expired: it was not renewed for 7 days. The member renews it by opening it online.',
    ]);
  });

  it('keeps its key in the phone: no script can read it', async () => {
    const { keys, key } = await phoneOf(await holder('P4'), 'P4');
    for (const cryptoKey of [keys.privateKey, key]) {
      expect(cryptoKey.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('jwk', cryptoKey)).rejects.toThrow();
    }
  });
});

describe('a pass is refused in words', () => {
  it('when its code is old, of another phone, or none', async () => {
    const user = await holder('P5');
    const first = await phoneOf(user, 'P5');
    const old = await first.show(later(0));
    expect((await scan(world.facilityManager, old, later(120))).said).toBe(
      'This code has expired. Scan the code on the phone now.',
    );
    expect((await scan(world.facilityManager, old, later(1200))).said).toContain(
      'belongs to another pass or an old one',
    );
    setClock(noon);
    const second = await phoneOf(user, 'P5');
    expect((await scan(world.facilityManager, await first.show(later(0)))).said).toContain(
      'belongs to another pass',
    );
    expect((await scan(world.facilityManager, await second.show(later(0)))).status).toBe(200);
    for (const text of ['', 'hello', '0000-0000-0000-0000', 'https://wellport.test/voucher/x'])
      expect([400, 422]).toContain((await scan(world.facilityManager, text)).status);
  });

  it('at another club, and of a member who is suspended, on hold or gone', async () => {
    const user = await holder('P6');
    const phone = await phoneOf(user, 'P6');
    expect((await scan(otherFacility, await phone.show(later(0)))).said).toBe(
      'This pass is of Harbor Gym 4100, not of your club. No visit was counted.',
    );
    const held = await phoneOf(await holder('P8'), 'P8');
    for (const [id, shown, status, words] of [
      ['P6', phone, 5, 'suspended until'],
      ['P6', phone, 8, 'not active'],
      ['P8', held, 7, 'on hold'],
    ] as const) {
      const before = await loadMember(id);
      await transact(...memberChange(before, { ...before, invitationStatus: status }));
      const refused = await scan(world.facilityManager, await shown.show(later(0)));
      expect([refused.status, refused.said]).toEqual([422, expect.stringContaining(words)]);
    }
    expect(await count('P6')).toBe(0);
  });

  it('is unavailable to members without it, to other users, and for invalid keys', async () => {
    const user = await holder('P7');
    const certify = async (as: User, publicKey: string) =>
      (await call(visits.certifyPass, as, { body: { memberGuid: 'P7', publicKey } })).status;
    const good = await publicKeyText(await newPhoneKey());
    expect(await certify(world.other.memberUser, good)).toBe(403);
    expect(await certify(user, `B${'A'.repeat(86)}`)).toBe(422);
    expect(await certify(user, 'short')).toBe(400);
    await turn({ gmrAddProgram: true, gmAccessPassFeature: false });
    expect(await certify(user, good)).toBe(422);
    await turn({ gmrAddProgram: true, gmAccessPassFeature: true });
    expect(await certify(user, good)).toBe(200);
  });
});

it('a pass reads back as it is shown, and any other text is none', () => {
  const symbol = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split(''));
  const part = fc.array(symbol, { minLength: 8, maxLength: 8 }).map((text) => text.join(''));
  fc.assert(
    fc.property(part, part, (number, code) => {
      expect(readPass(passText(number, code))).toEqual({ number, code });
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readPass(text);
      if (read) expect(readPass(passText(read.number, read.code))).toEqual(read);
    }),
  );
});

it('the service worker keeps the page of the pass and its files, and nothing else', () => {
  const site = freshFolder();
  mkdirSync(join(site, 'member'));
  const html =
    '<link href="/pass.webmanifest"><script src="/assets/pass-1.js"></script><link href="/assets/pass-2.css">';
  writeFileSync(join(site, 'member/pass.html'), html);
  expect(filesOfPass(site)).toEqual([
    { url: '/member/pass.html', revision: expect.stringMatching(/^[0-9a-f]{20}$/) },
    { url: '/assets/pass-1.js', revision: null },
    { url: '/assets/pass-2.css', revision: null },
  ]);
  rmSync(site, { recursive: true });
});
