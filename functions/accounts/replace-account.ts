import {
  accountInUse,
  authorizationNeeded,
  debitConsent,
  requiredAccounts,
  requireDemanded,
  sameAccount,
  type DemandedAccounts,
  type OperationTypeId,
  type TypedBankAccount,
} from '../../shared/accounts/bank-details.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { noDepositWaits, isFormerMember } from '../../shared/accounts/former-member-account.ts';
import { activated, suspended, type Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { invalidationsOf } from '../../shared/members/standing.ts';
import { isReserved, type Payment, memberDues, pending } from '../../shared/payments/payment.ts';
import { operationTypes } from '../../shared/programs.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadBankAccount, loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { bankAccountChange, isSameAccount } from '../bank-accounts/store.ts';
import { memberChange } from '../members/store.ts';
import { duesAfterPause } from '../payments/generation/dues-of-member.ts';
import { paymentChange } from '../payments/store.ts';
import { isOfNumbers } from '../platform/fingerprint.ts';
import type { AccountNumbers } from '../platform/vault.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { debitedAccountChange, needsAccountAfterReturn } from './debited-account-store.ts';
import {
  loadFormerDeposits,
  type FormerDeposits,
  loadMemberPayments,
  periodsOf,
} from '../payments/member-payments.ts';
import { latinNameOf } from '../../shared/members/latin-name.ts';
import type { Membership } from './memberships.ts';
import { requireUsableNumbers } from '../bank-accounts/unusable-numbers.ts';

interface Replacing {
  bankAccount: TypedBankAccount;
  /** The field of the account in the request. */
  field?: string;
  /** The version that the user saw; 0 for none. */
  version: number | undefined;
  who: string;
  now: Date;
  newId: () => string;
}

interface Replaced {
  changes: Change[];
  isActiveAgain: boolean;
  /** The account on file was entered again. */
  isSame: boolean;
}

/**
 * Returns true if an earlier request with the same account and version was saved: its response was lost, and nothing was
 * changed since.
 */
export async function wasSaved(
  member: Member,
  { operationTypeId, ...values }: TypedBankAccount,
  version: number | undefined,
): Promise<boolean> {
  const payeeToken =
    operationTypeId === operationTypes.debit ? member.withdrawalPayeeToken : member.depositPayeeToken;
  const stored = payeeToken === null ? undefined : await loadBankAccount(payeeToken);
  return (
    stored !== undefined &&
    stored.version - 1 === version &&
    !stored.held &&
    !stored.authorizationEnded &&
    (await isSameAccount(stored.payeeToken, values, latinNameOf(member)))
  );
}

/** Returns the writes of `replacedAccount` with those of the member and of a new authorization. */
export async function replaceAccount(
  { member, terms }: Pick<Membership, 'member' | 'terms'>,
  replacing: Replacing,
): Promise<Replaced> {
  const { after, renewed, changes, ...replaced } = await replacedAccount({ member, terms }, replacing);
  return {
    ...replaced,
    changes: [
      ...changes,
      // written even if the member is otherwise unchanged, so that a concurrent return is not lost
      ...memberChange(member, after),
      ...(renewed ? [consentSigned(member, renewed, replacing)] : []),
    ],
  };
}

/**
 * Returns the writes that replace a membership's account for withdrawals (3) or deposits (2), including the audit event
 * and pending payments without an account, and the member to write. An account other than the one the bank refused lifts
 * the suspension. Refuses ('conflict') while a bank file is being created with the account; sent payments keep the old
 * account. A former member can replace only the account for deposits, and only while a deposit waits for it.
 */
export async function replacedAccount(
  { member, terms }: Pick<Membership, 'member' | 'terms'>,
  { bankAccount, field = 'bankAccount', version, who, now, newId }: Replacing,
): Promise<Replaced & { after: Member; renewed: BankAccountRecord | undefined }> {
  const { operationTypeId: operation, isAuthorized = false, ...values } = bankAccount;
  const former = await loadFormerDeposits(member, terms, now);
  requireReplaceable({ member, terms }, former, operation);
  const isDebit = operation === operationTypes.debit;
  const currentToken = isDebit ? member.withdrawalPayeeToken : member.depositPayeeToken;
  const payeeToken = currentToken ?? newId();
  const [before, payments] = await Promise.all([
    loadBankAccount(payeeToken),
    loadMemberPayments(member, terms.programPaymentTypeId, periodsOf(member, now)),
  ]);
  requireUnreserved([...payments.filter((payment) => payment.payeeToken === payeeToken), ...former.waiting]);
  const own = [member.withdrawalPayeeToken, member.depositPayeeToken].filter((token) => token !== null);
  await requireUnrefused([...former.accounts, ...(await loadBankAccounts(own))], values, field);
  await requireUsableNumbers(member, values, `${field}.accountNumber`);
  const isSuspended = isDebit && invalidationsOf(member).length > 0;
  const isSame = before !== undefined && (await isOfNumbers(before.fingerprint, values));
  const isRenewed = isDebit && isSame && Boolean(before.authorizationEnded);
  if (isSame) requireUsable(before, { isSuspended, isAuthorized: !isRenewed || isAuthorized, field });
  const moved = isSuspended ? moveMember(member, 'replaceAccount', { today: dateInChicago(now) }) : member;
  const after = { ...moved, [isDebit ? 'withdrawalPayeeToken' : 'depositPayeeToken']: payeeToken };
  const payeeName = latinNameOf(member);
  const bankFlow = isDebit ? 'memberDues' : 'memberReimbursement';
  // numbers that replace those of a refund's source account wait as changed ones do
  const replaced = former.accounts.find(({ payeeToken: token }) => token !== payeeToken);
  const owner = {
    ownerKind: 'member',
    ownerId: member.id,
    payeeName,
    bankFlow,
    replaced,
    isAuthorized,
  } as const;
  return {
    after,
    isSame,
    renewed: isRenewed ? before : undefined,
    // waiting, leaving, and held members keep their status
    isActiveAgain: member.invitationStatus !== activated && moved.invitationStatus === activated,
    changes: [
      ...(await bankAccountChange(payeeToken, owner, values, now, version ?? before?.version ?? 0)),
      ...movedPayments(
        paymentsOfAccount(payments, isDebit, requiredAccounts(terms, member)),
        former,
        payeeToken,
      ),
      ...(isDebit && before && !isSame ? debitedAccountChange(before, payments, now) : []),
      ...(member.invitationStatus === suspended ? await duesAfterPause(member, after, { who, now }) : []),
      accountChanged(member, after, { before, bankAccount }, { who, now }),
    ],
  };
}

/** Returns the write of the evidence of a new authorization. */
const consentSigned = (
  { id }: Member,
  { lastFour, authorizationEnded }: BankAccountRecord,
  { who, now }: { who: string; now: Date },
): Change =>
  auditWrite(
    {
      name: 'debit authorization renewed',
      subject: `member ${id}`,
      who,
      before: { code: authorizationEnded?.code ?? null },
      after: { lastFour, version: debitConsent.version, text: debitConsent.text },
    },
    now,
  );

/** Throws when the membership has no use for an account of this operation. */
function requireReplaceable(
  { member, terms }: Pick<Membership, 'member' | 'terms'>,
  { waiting }: FormerDeposits,
  operation: OperationTypeId,
): void {
  if (!isFormerMember(member)) requireDemanded(requiredAccounts(terms, member), operation);
  else if (operation === operationTypes.debit || waiting.length === 0)
    throw new Refusal('conflict', noDepositWaits);
}

/** Returns the audit event of a saved account. */
const accountChanged = (
  member: Member,
  after: Member,
  { before, bankAccount }: { before: BankAccountRecord | undefined; bankAccount: TypedBankAccount },
  { who, now }: { who: string; now: Date },
): Change =>
  auditWrite(
    {
      name: 'member bank account changed',
      subject: `member ${member.id}`,
      partnerId: member.partnerId,
      who,
      before: { lastFour: before?.lastFour ?? null, invitationStatus: member.invitationStatus },
      after: {
        operationTypeId: bankAccount.operationTypeId,
        lastFour: bankAccount.accountNumber.slice(-4),
        invitationStatus: after.invitationStatus,
      },
    },
    now,
  );

/** Throws when the account on file is entered again although the bank refused it or nothing may be withdrawn from it. */
function requireUsable(
  { held }: BankAccountRecord,
  { isSuspended, isAuthorized, field }: { isSuspended: boolean; isAuthorized: boolean; field: string },
): void {
  if (isSuspended || held) throw new Refusal('invalid', sameAccount, `${field}.accountNumber`);
  if (!isAuthorized) throw new Refusal('invalid', authorizationNeeded, `${field}.isAuthorized`);
}

/** Throws when the entered numbers are those of an account that the bank refused, also if another replaced it since. */
async function requireUnrefused(
  accounts: readonly BankAccountRecord[],
  accountNumbers: AccountNumbers,
  field: string,
): Promise<void> {
  for (const { held, fingerprint, refusedNumbers = [] } of accounts)
    for (const refused of held ? [fingerprint, ...refusedNumbers] : refusedNumbers)
      if (await isOfNumbers(refused, accountNumbers))
        throw new Refusal('invalid', sameAccount, `${field}.accountNumber`);
}

/** Payments of the account; returned refunds go to the one for deposits, or else to the one for withdrawals. */
const paymentsOfAccount = (
  payments: readonly Payment[],
  isDebit: boolean,
  { deposit }: DemandedAccounts,
): Payment[] =>
  payments.filter(
    (payment) =>
      (payment.paymentTypeId === memberDues) === isDebit ||
      (needsAccountAfterReturn(payment) && !(isDebit && deposit)),
  );

/** The writes that move payments to the account: Pending ones without one, and deposits that theirs cannot take. */
function movedPayments(own: readonly Payment[], { unpayable }: FormerDeposits, payeeToken: string): Change[] {
  const withoutAccount = own.filter(
    (payment) =>
      (payment.status === pending && payment.payeeToken === null) || needsAccountAfterReturn(payment),
  );
  const moved = new Map([...withoutAccount, ...unpayable].map((payment) => [payment.id, payment]));
  return [...moved.values()]
    .filter((payment) => payment.payeeToken !== payeeToken)
    .flatMap((payment) => paymentChange(payment, { ...payment, payeeToken }));
}

/** Refuses if one of the payments is in a bank file that has not been sent yet. */
function requireUnreserved(payments: readonly Payment[]): void {
  if (payments.some(isReserved)) throw new Refusal('conflict', accountInUse);
}
