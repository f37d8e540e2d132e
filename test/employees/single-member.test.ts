import { describe, expect, it } from 'vitest';
import { loadInvitation } from '../../functions/members/invitation-store.ts';
import { tokenHashOf } from '../../functions/members/invitation-token.ts';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { mailsTo } from '../users/person.ts';
import { addMembers, freshPartner } from './people.ts';

const world = useWorld();

const send = (memberID: string) => call(employees.sendInvitation, world.admin, { params: { memberID } });
const tokensTo = async (address: string) =>
  (await mailsTo(address)).map((text) => /\/invitation\/([\w-]+)/.exec(text)?.[1] ?? '');
const works = async (token: string) => (await loadInvitation(tokenHashOf(token))) !== undefined;
const inAnHour = () => {
  process.env.CLOCK_SHIFT_MS = String(Number(process.env.CLOCK_SHIFT_MS ?? 0) + 3_601_000);
};
const someone = async (overrides = {}) => {
  const partnerId = await freshPartner();
  const email = `one-${crypto.randomUUID()}@people.test`;
  const [member] = await addMembers(partnerId, 1, () => ({ email, ...overrides }));
  return { id: member?.id ?? '', email, partnerId };
};

describe('manual invitation', () => {
  it('replaces the previous link, at most once per hour', async () => {
    const { id, email } = await someone();
    expect((await send(id)).status).toBe(200);
    expect((await loadMember(id)).invitationStatus).toBe(2);
    const tooSoon = await send(id);
    expect([tooSoon.status, (await tokensTo(email)).length]).toEqual([429, 1]);
    inAnHour();
    expect((await send(id)).status).toBe(200);
    const [first = '', second = ''] = await tokensTo(email);
    expect(first).not.toBe(second);
    expect([await works(first), await works(second)]).toEqual([false, true]);
  });

  it('is not sent to accepted or enrolled members', async () => {
    const accepted = await someone({ invitationStatus: 2, userId: 'user-1' });
    const enrolled = await someone({ invitationStatus: 4, userId: 'user-2' });
    for (const { id, email } of [accepted, enrolled]) {
      expect((await send(id)).status).toBe(422);
      expect(await tokensTo(email)).toEqual([]);
    }
  });
});

describe('manually added employee', () => {
  const add = (partnerId: string, overrides: object = {}) =>
    call(employees.add, world.admin, {
      body: {
        partnerId,
        firstName: 'Eva',
        lastName: 'Moe',
        email: `eva-${crypto.randomUUID()}@people.test`,
        ...overrides,
      },
    });

  it.each(['417 22 9041', '417.22.9041', 'SSN 417229041', 'ssn:\n417229041'])(
    'has no social security number: %s',
    async (employeeNumber) => {
      const { status, body } = await add(await freshPartner(), { employeeNumber });
      expect([status, Object.keys(body.fields)]).toEqual([400, ['employeeNumber']]);
    },
  );

  it('waits for an invitation and is added once', async () => {
    const partnerId = await freshPartner();
    const email = `once-${crypto.randomUUID()}@people.test`;
    expect((await add(partnerId, { email, dateOfBirth: '1990-02-28' })).status).toBe(200);
    const { body } = await call(employees.keyFobs, world.admin, { query: { partnerID: partnerId } });
    expect(body.items).toMatchObject([{ memberEmail: email, invitationStatus: 1 }]);
    const again = await add(partnerId, { email: email.toUpperCase() });
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ['email']]);
  });

  it.each([
    [{ firstName: '' }, 'firstName'],
    [{ lastName: '12' }, 'lastName'],
    [{ email: 'nobody' }, 'email'],
    [{ phone: '12' }, 'phone'],
    [{ dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
  ])('rejects %j like a file', async (overrides, field) => {
    const { status, body } = await add(world.own.partner.id, overrides);
    expect([400, 422]).toContain(status);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  it('requires an available membership when several are added concurrently', async () => {
    const partnerId = await freshPartner(1);
    const statuses = (await Promise.all([add(partnerId), add(partnerId), add(partnerId)])).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await add(partnerId)).body.message).toContain('There are more recipients than memberships');
  });
});
