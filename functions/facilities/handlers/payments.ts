import { facilities } from '../../../shared/contracts/facilities.ts';
import { showInFull } from '../../bank-accounts/full-numbers-store.ts';
import { loadAccountAt } from '../../bank-accounts/account-read-store.ts';
import { handle, type HandlerContext } from '../../handle.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { paymentsToFacility } from '../facility-payment-store.ts';
import { ownFacilityId } from '../../users/caller.ts';
import { loadFacility, facilityChange } from '../store.ts';
import { bankAccountChange, maskedAccount } from '../../bank-accounts/store.ts';
import { emailEachAdministrator } from '../../administrators/notify-administrators.ts';
import { beginJob } from '../../jobs/begin.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import { accountNotice, administrator, facilityWrites } from '../facility-writes.ts';

export const bankAccountDetailsHandler = handle(
  facilities.bankAccountDetails,
  async ({ query: { payeeToken, reason }, caller, now }) =>
    showInFull(await loadAccountAt(payeeToken, now), {
      ownerKind: 'facility',
      reason,
      who: caller.userId,
      now,
    }),
);

export const ownPaymentsHandler = handle(facilities.ownPayments, async ({ query, caller, now }) =>
  paymentsToFacility(ownFacilityId(caller), query.cursor, dateInChicago(now)),
);

export const paymentsOfHandler = handle(
  facilities.paymentsOf,
  async ({ params: { facilityId }, query, now }) => {
    await loadFacility(facilityId);
    return paymentsToFacility(facilityId, query.cursor, dateInChicago(now));
  },
);

type SaveContext = HandlerContext<typeof facilities.saveOwnBankAccount>;
type AccountRequest = Pick<SaveContext, 'body' | 'caller' | 'now' | 'newId'>;

/**
 * Saves a deposit account and emails the facility's managers. A replaced account waits before it is used. `by` is the
 * user in the email.
 */
async function saveDepositAccount(facility: Facility, by: string, request: AccountRequest): Promise<void> {
  const { body, caller, now, newId } = request;
  const payeeToken = facility.payeeToken ?? newId();
  const lastFour = body.bankAccount.accountNumber.slice(-4);
  const owner = { ownerKind: 'facility' as const, ownerId: facility.id, payeeName: facility.name };
  await beginJob(accountNotice(newId(), facility, by, lastFour), caller, now, [
    ...(await bankAccountChange(payeeToken, owner, body.bankAccount, now, body.version)),
    ...(facility.payeeToken === null ? facilityChange(facility, { ...facility, payeeToken }) : []),
    ...facilityWrites(facility, facility, { who: caller.userId, now, isSame: true, lastFour }),
  ]);
}

export const ownBankAccountHandler = handle(facilities.ownBankAccount, async ({ caller, now }) => {
  const { name, payeeToken } = await loadFacility(ownFacilityId(caller));
  const account = payeeToken === null ? undefined : await loadAccountAt(payeeToken, now);
  const { payeeToken: _, ...bankAccount } = account ? maskedAccount(account) : { payeeToken };
  return {
    facilityName: name,
    bankAccount: 'version' in bankAccount ? bankAccount : null,
  };
});

export const saveOwnBankAccountHandler = handle(
  facilities.saveOwnBankAccount,
  async ({ body, caller, now, newId }) => {
    const facility = await loadFacility(ownFacilityId(caller));
    const { firstName = '', lastName = '' } = caller.user ?? {};
    const by = `${firstName} ${lastName}`;
    await saveDepositAccount(facility, by, { body, caller, now, newId });
    await emailEachAdministrator(() => ({
      subject: `${facility.name} entered a bank account`,
      paragraphs: [
        `${by} entered a deposit account that ends in ${body.bankAccount.accountNumber.slice(-4)} for ${facility.name}, facility ID ${facility.facilityNumber}. Call the club to verify it before you approve its next payment.`,
      ],
      link: { title: 'Show the bank account', path: `/admin/facilities/${facility.id}/bankaccount` },
    }));
    return { success: true, message: 'The bank account was saved.' };
  },
);

export const saveBankingInfoHandler = handle(
  facilities.saveBankingInfo,
  async ({ params, body, caller, now, newId }) => {
    const facility = await loadFacility(params.facilityId);
    await saveDepositAccount(facility, administrator, { body, caller, now, newId });
    return { success: true, message: 'The bank account was saved.' };
  },
);
