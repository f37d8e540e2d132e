import type { SentEntry } from '../../../shared/bank-files/sent-entry.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { loadMembers } from '../../members/store.ts';
import { wasSentTo } from '../../bank-accounts/corrected-account-store.ts';
import { keys } from '../../table/keys.ts';
import { getMany } from '../../table/table.ts';
import { userEntity } from '../../users/user.ts';
import { accountsNow } from '../sent-account-store.ts';

/**
 * Returns by trace the other accounts of the same person with the numbers of a sent entry: the member's other account,
 * those of the person's other memberships, and the one to which a refund of the payment goes if it was replaced since.
 */
export async function otherUsesOf(
  sent: readonly { entry: SentEntry; member: Member | undefined; payment: Payment | undefined }[],
  now: Date,
): Promise<Map<string, BankAccountRecord[]>> {
  const owners = sent.flatMap(({ member }) => member ?? []);
  const userIds = [...new Set(owners.flatMap(({ userId }) => userId ?? []))];
  const users = new Map((await getMany(userEntity, userIds.map(keys.user))).map((user) => [user.id, user]));
  const idsOf = ({ id, userId }: Member) => [id, ...(users.get(userId ?? '')?.memberIds ?? [])];
  const members = await loadMembers([...new Set(owners.flatMap(idsOf))], { consistent: true });
  const debited = sent.flatMap(({ payment }) => payment?.payeeToken ?? []);
  const accounts = await accountsNow([...members.flatMap(tokensOf), ...debited], now);
  return new Map(
    await Promise.all(
      sent.map(async ({ entry, member, payment }): Promise<[string, BankAccountRecord[]]> => {
        const own = new Set(member && idsOf(member));
        const tokens = members.filter(({ id }) => own.has(id)).flatMap(tokensOf);
        const others = [...new Set([...tokens, payment?.payeeToken])]
          .filter((token) => token !== entry.payeeToken)
          .flatMap((token) => accounts.get(token ?? '') ?? []);
        const isSame = await Promise.all(others.map((account) => wasSentTo(account, entry)));
        return [entry.trace, others.filter((_, index) => isSame[index])];
      }),
    ),
  );
}

const tokensOf = ({ withdrawalPayeeToken, depositPayeeToken }: Member) =>
  [withdrawalPayeeToken, depositPayeeToken].filter((token) => token !== null);
