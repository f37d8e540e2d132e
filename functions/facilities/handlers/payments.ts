import { facilities } from '../../../shared/contracts/facilities.ts';
import { showInFull } from '../../bank-accounts/full-numbers-store.ts';
import { loadAccountAt } from '../../bank-accounts/account-read-store.ts';
import { handle } from '../../handle.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { paymentsToFacility } from '../facility-payment-store.ts';
import { ownFacilityId } from '../../users/caller.ts';
import { loadFacility, facilityChange } from '../store.ts';
import { bankAccountChange } from '../../bank-accounts/store.ts';
import { transact } from '../../table/transact.ts';
import { facilityWrites } from '../facility-writes.ts';

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

export const saveBankingInfoHandler = handle(
  facilities.saveBankingInfo,
  async ({ params, body, caller, now, newId }) => {
    const facility = await loadFacility(params.facilityId);
    const payeeToken = facility.payeeToken ?? newId();
    await transact(
      ...(await bankAccountChange(
        payeeToken,
        { ownerKind: 'facility', ownerId: facility.id, payeeName: facility.name },
        body.bankAccount,
        now,
        body.version,
      )),
      ...(facility.payeeToken === null ? facilityChange(facility, { ...facility, payeeToken }) : []),
      ...facilityWrites(facility, facility, {
        who: caller.userId,
        now,
        isSame: true,
        lastFour: body.bankAccount.accountNumber.slice(-4),
      }),
    );
    return { success: true, message: 'The bank account was saved.' };
  },
);
