import { beforeAll, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { workbookType } from '../../shared/media-types.ts';
import { paymentIdOf, memberDues, memberReimbursements } from '../../shared/payments/payment.ts';
import { examplesOfArea } from '../architecture/example-of.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call, type Received } from '../support/call.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { useWorld, signedAgreementOf } from '../support/world.ts';

const periodId = '202610';
/** Values that occur nowhere else; a manager must not receive them. */
const [dues, reimbursement, time] = [413_71, 239_17, '17:43'];
const privateTexts = {
  partnerManager: ['413.71', '239.17', '17:43', '5:43 PM', 'withdrew', 'told of a return'],
  facilityManager: ['413.71', '239.17', 'withdrew', 'told of a return'],
};
const privateNames = {
  partnerManager:
    /^(time|memberDues|duesCollected|returned|authorization\w*|withdrewOn|withdrawalPayee\w*)$/i,
  facilityManager: /^(memberDues|duesCollected|returned|authorization\w*|withdrewOn|withdrawalPayee\w*)$/i,
};

const world = useWorld();
beforeAll(async () => {
  const { member, partner } = world.own;
  const { facility } = world;
  const agreement = { ...signedAgreementOf(member.id), version: 5 };
  await transact(...memberChange(member, { ...member, agreement, facilityId: facility.id }));
  const memberName = `${member.firstName} ${member.lastName}`;
  const ids = { memberId: member.id, partnerId: partner.id, facilityId: facility.id, periodId };
  const visit = { ...ids, facilityName: facility.name, memberName, date: '2026-10-05', time, version: 0 };
  await transact(...visitAdded(visit));
  for (const [paymentTypeId, amount] of [
    [memberDues, dues],
    [memberReimbursements, reimbursement],
  ] as const) {
    const what = { kind: 'member', programPaymentTypeId: 2, paymentTypeId, ...ids } as const;
    const amounts = { totalPayment: amount, amountToBeSent: amount, memberFullName: memberName };
    await transact(
      ...paymentChange(null, somePayment<'member'>({ ...what, ...amounts, id: paymentIdOf(what) })),
    );
  }
  const event = { subject: `member ${member.id}`, who: member.userId ?? '', partnerId: partner.id };
  for (const name of [
    'member withdrew authorization',
    'payee told of a return',
    'member stopped withdrawal',
  ] as const)
    await transact(auditWrite({ ...event, name, after: { amount: '413.71' } }, new Date()));
});

const textOf = ({ body, bytes, headers }: Received): string =>
  headers['content-type'] === workbookType
    ? JSON.stringify(workbookLines(bytes))
    : (JSON.stringify(body) ?? bytes.toString('latin1'));

const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...namesIn(inner),
      ]);

async function responsesOf(user: User): Promise<Map<string, Received>> {
  const responses = new Map<string, Received>();
  for (const endpoint of endpoints) {
    if (endpoint.method !== 'GET' || !endpoint.roles.includes(user.role)) continue;
    const example = (await examplesOfArea(endpoint.area))[endpoint.name];
    responses.set(`${endpoint.area}.${endpoint.name}`, await call(endpoint, user, example?.own(world, user)));
  }
  return responses;
}

it.each(['partnerManager', 'facilityManager'] as const)(
  'no response or export of a %s contains times of day for employers or money of a member',
  async (role) => {
    const user = role === 'partnerManager' ? world.own.manager : world.facilityManager;
    const responses = await responsesOf(user);
    expect(responses.size).toBeGreaterThan(15);
    for (const [name, response] of responses) {
      const text = textOf(response);
      for (const hidden of privateTexts[role])
        expect(text.includes(hidden), `${name}: ${hidden}`).toBe(false);
      const names = namesIn(response.body).filter((key) => privateNames[role].test(key));
      expect(names, name).toEqual([]);
    }
    if (role === 'facilityManager') return;
    // the markers are there: the visit and the member are in what the manager reads
    const text = [...responses.values()].map(textOf).join('\n');
    expect(text).toContain('2026-10-05');
  },
);
