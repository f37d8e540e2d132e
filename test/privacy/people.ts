import { bankAccountChange } from '../../functions/bank-accounts/store.ts';
import { agreementChange } from '../../functions/enrollment/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { putFile, putFileOnce } from '../../functions/platform/files.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { addPeriods } from '../../shared/calendar.ts';
import { agreementFile } from '../../shared/enrollment/agreement.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { archivedFrom, archiveFolder } from '../../shared/visits/visit.ts';
import { someMember, type World } from '../support/world.ts';
import { createUser } from '../users/person.ts';

/** Adds a member with a login, a bank account, a signed agreement, and an archived visit. */
export async function memberWithRecords({ own, facility }: World, id: string): Promise<User> {
  const now = new Date();
  const user = await createUser({ firstName: 'Rosalind', lastName: 'Quill', memberIds: [id] });
  const payeeToken = `payee-${id}`;
  const fields = { email: user.email, userId: user.id, facilityId: facility.id, firstName: 'Rosalind' };
  const member = someMember(id, own.partner.id, { ...fields, withdrawalPayeeToken: payeeToken });
  await transact(...memberChange(null, member));
  const owner = { ownerKind: 'member', ownerId: id, payeeName: 'Rosalind Quill' } as const;
  const account = { routingNumber: '091000019', accountNumber: '000777888', bankAccountType: 0 } as const;
  await transact(...(await bankAccountChange(payeeToken, owner, account, now)));
  const signed = { memberId: id, rowKey: `row-${id}`, facilityId: facility.id, facilityName: facility.name };
  const signature = { documentAgreementVersion: 4, hash: 'h', signedAt: '2026-01-01', version: 0 };
  await transact(...agreementChange({ ...signed, ...signature }));
  await putFileOnce('agreements', agreementFile(signed), `%PDF of ${id}`, 'application/pdf');
  const month = addPeriods(currentPeriod(now), -archivedFrom);
  const visit = { memberId: id, date: `${month.slice(0, 4)}-${month.slice(4)}-04`, time: '18:05' };
  const name = `${archiveFolder(own.partner.id, month)}${id}.jsonl`;
  await putFile('files', name, `${JSON.stringify(visit)}\n`, 'application/json');
  return user;
}
