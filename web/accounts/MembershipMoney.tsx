import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { BillingInfo, OpenDeposit, ReturnedDuesStep } from '../../shared/accounts/bank-details.ts';
import { periodName, showLastDay } from '../../shared/calendar.ts';
import { pathTo } from '../app/addresses.ts';
import { Card } from '../ui/Card.tsx';
import { Money, showDate } from '../ui/formatted-text.tsx';
import './accounts.css';

/** Returns the ref of a heading that is focused after an action that removes its button. */
export function useArrivalFocus(isFocused: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return heading;
}

interface MembershipMoneyProps {
  billing: BillingInfo;
  isFocused?: boolean;
  linksToBilling?: boolean;
}

/** When a membership ended or ends, the returned dues that are owed, and the payments to the member that are open. */
export function MembershipMoney({
  billing,
  isFocused = false,
  linksToBilling = false,
}: MembershipMoneyProps) {
  const { endsOn, returnedDues, openDeposits } = billing;
  const heading = useArrivalFocus(isFocused);
  if (endsOn === null && returnedDues.length === 0 && openDeposits.length === 0) return null;
  return (
    <Card title={titleOf(billing)} headingRef={heading}>
      {endsOn !== null && <p>{endText(billing)}</p>}
      {returnedDues.length > 0 && (
        <>
          {(endsOn !== null || openDeposits.length > 0) && <h3>Returned dues</h3>}
          <ul className="membership-money">
            {returnedDues.map(({ amount, periodId, date, reason, next, retryOn }) => (
              <li key={periodId}>
                <Money cents={amount} /> for {periodName(periodId)}. Your bank returned the withdrawal on{' '}
                {showDate(date)}
                {reason === null ? '' : `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`}.{' '}
                {retryOn === null ? nextSteps[next] : retryText(retryOn, accountSince(billing, date))}
              </li>
            ))}
          </ul>
        </>
      )}
      {openDeposits.length > 0 && (
        <>
          {(endsOn !== null || returnedDues.length > 0) && <h3>Payments to you</h3>}
          <ul className="membership-money">
            {openDeposits.map((deposit) => (
              <li key={`${deposit.periodId} ${deposit.isDuesPaidBack} ${deposit.amount}`}>
                <Money cents={deposit.amount} />, {kindOf(deposit)}
                {deposit.lastFour === null ? '' : `, to your account ending in ${deposit.lastFour}`}.{' '}
                {stateText(deposit)}
              </li>
            ))}
          </ul>
        </>
      )}
      {linksToBilling &&
        [...stepsOf(billing), ...openDeposits.map(({ state }) => state)].some((step) =>
          ['account', 'retry'].includes(step),
        ) && (
          <p className="card-links">
            <Link to={pathTo('memberBilling')}>Enter a bank account</Link>
          </p>
        )}
    </Card>
  );
}

/** The last digits of an account for withdrawals that was entered after a return; undefined if none was. */
const accountSince = ({ withdrawalFromBankAccount: account }: BillingInfo, returnedOn: string) =>
  account && account.changedOn > returnedOn ? account.accountNumber.slice(-4) : undefined;

const retryText = (retryOn: string, newAccount: string | undefined): string =>
  newAccount === undefined
    ? `We withdraw it again on or after ${showDate(retryOn)}. Make sure that the money is there by then, or enter another account.`
    : `We withdraw it again from your account ending in ${newAccount} on or after ${showDate(retryOn)}. Make sure that the money is there by then.`;

/** What happens next with returned dues that another account can change. */
const stepsOf = (billing: BillingInfo): ReturnedDuesStep[] =>
  billing.returnedDues.flatMap(({ next, date }) =>
    next === 'retry' && accountSince(billing, date) !== undefined ? [] : next,
  );

function titleOf({ endsOn, isFormer, facilityName, returnedDues }: BillingInfo): string {
  const membership = facilityName ? `Your membership at ${facilityName}` : 'Your membership';
  if (endsOn !== null) return `${membership} ${isFormer ? 'ended' : 'ends'} on ${showLastDay(endsOn)}`;
  return `${returnedDues.length > 0 ? 'Returned dues' : 'Payments to you'}, ${facilityName}`;
}

function endText({ isFormer, withdrawalStop, openDeposits }: BillingInfo): string {
  if (isFormer)
    return openDeposits.length > 0
      ? 'These payments to you are not completed yet.'
      : 'No payments to you are open.';
  return withdrawalStop === 'revoked'
    ? 'You revoked the authorization to withdraw your dues, so your membership ends. Dues that the bank already has are repaid to you.'
    : 'You can use your club as before through this day.';
}

const kindOf = ({ isDuesPaidBack, periodId }: OpenDeposit): string =>
  isDuesPaidBack
    ? `your dues for ${periodName(periodId)} paid back`
    : `reimbursement for ${periodName(periodId)}`;

const nextSteps: Record<ReturnedDuesStep, string> = {
  retry: 'We withdraw it again.',
  account: 'We withdraw it again once you authorize withdrawals again or enter another account.',
  inactive: 'We withdraw it again once your membership is active again.',
  contact: 'We do not withdraw it again. Contact us to pay it.',
};

const stateText = ({ state, arrivesFrom }: OpenDeposit): string =>
  arrivesFrom === null
    ? states[state]
    : `It arrives from ${showDate(arrivesFrom)}${state === 'settlement' ? ', once the withdrawal has settled' : ''}.`;

const states: Record<OpenDeposit['state'], string> = {
  sent: 'We sent it to the bank.',
  next: 'It is sent with the next payments.',
  dues: 'It waits until the dues that it depends on are paid.',
  settlement: 'It is sent once the withdrawal has settled.',
  account: 'It waits for a bank account.',
  inactive: 'It waits until your membership is active again.',
  contact: 'Your bank returned it. Contact us to receive it.',
};
