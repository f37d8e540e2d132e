import { beforeAll, describe, expect, it } from 'vitest';
import { loadKeyFobs } from '../../functions/employees/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { getFile, s3 } from '../../functions/platform/files.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem, queryItems } from '../../functions/table/table.ts';
import { agreementFile } from '../../shared/enrollment/agreement.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { call } from '../support/call.ts';
import { crashAtWrite } from '../support/faults.ts';
import { makeWorld } from '../support/world.ts';
import { giveConsent } from './consent.ts';
import { invitedMember, signedForm } from './sign.ts';
import { defined } from '../support/defined.ts';

beforeAll(async () => {
  await makeWorld();
});

describe('a process that dies while a member enrolls', () => {
  const writes = 2; // the paper, then the one transaction
  const deaths = Array.from({ length: writes }, (_, index) => index + 1).flatMap((write) =>
    (['before', 'after'] as const).map((when) => ({ write, when })),
  );
  it.each(deaths)(
    '$when write $write: the repeated submit enrolls once, with one agreement',
    async ({ write, when }) => {
      const { member, user, keyFob } = await invitedMember(`M5${write}${when === 'before' ? 0 : 1}`, '1');
      await giveConsent(user, member.id, '4100');
      const send = () =>
        call(enrollment.enroll, user, {
          body: { ...signedForm(keyFob), facilityId: '4100', MemberIds: [member.id], OperationTypeID: 3 },
        });
      const fault = crashAtWrite(write, when, [s3]);
      expect((await send()).status).toBe(500);
      expect(fault.writes()).toBe(write);
      fault.revive();
      const between = await loadMember(member.id);
      const [fobBetween] = await loadKeyFobs([keyFob]);
      const done = write === writes && when === 'after';
      expect(between.invitationStatus).toBe(done ? 4 : 2);
      expect(fobBetween?.memberId).toBe(done ? member.id : null);

      expect((await send()).body).toEqual({
        success: true,
        message: 'You are enrolled. Welcome to your club.',
      });
      const after = await loadMember(member.id);
      expect(after.invitationStatus).toBe(4);
      const { items } = await queryItems(`MEMBER#${member.id}`, { beginsWith: 'AGREEMENT#' });
      expect(items.map(({ rowKey }) => rowKey)).toEqual([after.agreement?.rowKey]);
      expect(
        await getFile(
          'agreements',
          agreementFile({ memberId: member.id, rowKey: defined(after.agreement).rowKey }),
        ),
      ).toBeDefined();
      const names: unknown[] = [];
      for await (const item of eachItem(keys.audit(`member ${member.id}`, '', '').pk)) names.push(item.name);
      expect(names).toEqual(['member agreed to sign electronically', 'member enrolled']);
    },
  );
});
