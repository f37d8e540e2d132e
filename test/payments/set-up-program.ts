import { expect } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import type { User } from '../../functions/users/user.ts';
import { employees } from '../../shared/employees/contract.ts';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { partners } from '../../shared/partners/contract.ts';
import { toWire } from '../../shared/wire-names.ts';
import { rosterOf, workbookOf } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { somePartner, type World } from '../support/world.ts';
import { asStored, mailsTo, password } from '../users/person.ts';

/** A program with one member who accepted the invitation, and a key fob that is free. */
export interface SetUpProgram {
  partnerId: string;
  id: string;
  name: string;
  user: User;
  fob: string;
}

/**
 * Sets a program up as people do, call by call: a new partner, its terms, a key fob, a roster of one from a file, the
 * invitation and the link of its email.
 */
export async function setUpProgram(
  world: World,
  type: 1 | 2 | 3,
  terms: Record<string, unknown>,
): Promise<SetUpProgram> {
  const given = { ...somePartner('0', `Circle ${type}`), partnerNumber: `CIRCLE-${type}` };
  const saved = await call(partners.save, world.admin, {
    body: toWire(partners.save.body, { ...given, payeeToken: undefined }),
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const partnerId: string = saved.body.data.id;
  const program = await call(groupMemberships.save, world.admin, {
    body: { partnerId, programPaymentTypeID: type, adminFee: 250, numberOfMemberships: 10, ...terms },
  });
  expect(program.status, JSON.stringify(program.body)).toBe(200);

  const fob = `C9510${type}`;
  const fobs = await call(employees.createKeyFobs, world.admin, {
    body: [{ partnerId, facilityMemberID: fob }],
  });
  expect((await runJob(fobs.body.jobId)).tally).toMatchObject({ added: 1 });
  const email = `circle-${type}-${process.pid}@people.test`;
  const file = await workbookOf([['Ann', `Lund ${type}`, email]]);
  const uploaded = await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
  expect((await runJob(uploaded.body.jobId)).tally).toMatchObject({ uploaded: 1, failed: 0 });
  const row = (await rosterOf(world, partnerId)).find((one) => one.memberEmail === email);
  const id = String(row?.memberId);

  const invited = await call(employees.invite, world.admin, { params: { partnerID: partnerId } });
  expect((await runJob(invited.body.jobId)).tally).toMatchObject({ added: 1 });
  const token = /\/invitation\/([\w-]+)/.exec((await mailsTo(email)).join('\n'))?.[1] ?? '';
  const accepted = await call(enrollment.acceptInvitation, undefined, {
    params: { token },
    body: { password, confirmPassword: password },
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  const { userId } = await loadMember(id);
  return { partnerId, id, name: `Ann Lund ${type}`, fob, user: await asStored(userId ?? '') };
}
