import { endsAgain } from '../../../shared/bank-files/debit-authorization.ts';
import type { InboxEntry } from '../../../shared/bank-files/inbox/inbox-file.ts';
import { correctableCode, makesAccountUnusable } from '../../../shared/bank-files/nacha/return-codes.ts';
import type { SentEntry } from '../../../shared/bank-files/sent-entry.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { accountHeld, debitAuthorizationEnded } from '../../bank-accounts/store.ts';
import { loadMembers } from '../../members/store.ts';
import { wasSentTo } from '../../bank-accounts/corrected-account-store.ts';
import { keys } from '../../table/keys.ts';
import type { Change } from '../../table/write.ts';
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

export type Returned = Pick<InboxEntry, 'code' | 'isQuestionable'>;

export const isUnusable = ({ code, isQuestionable }: Returned): boolean =>
  makesAccountUnusable(code) || isQuestionable === true;

/** Holds the other uses of an unusable account, and ends their authorization unless only the entry was wrong. */
export function otherUsesEnded(
  otherUses: readonly BankAccountRecord[],
  entry: Returned,
  isEnded: boolean,
  decider: Parameters<typeof accountHeld>[2],
): Change[] {
  const { code } = entry;
  if (isUnusable(entry)) return otherUses.flatMap((other) => accountHeld(other, code, decider));
  if (!isEnded || code === correctableCode) return [];
  return otherUses.flatMap((other) => authorizationEnded(other, null, code, decider));
}

/** Ends the authorization of an account, unless it ended for another reason than an entry to correct. */
export const authorizationEnded = (
  account: BankAccountRecord,
  paymentId: string | null,
  code: string,
  decider: Parameters<typeof accountHeld>[2],
): Change[] =>
  endsAgain(account.authorizationEnded, code)
    ? debitAuthorizationEnded(account, { code, paymentId }, decider)
    : [];
