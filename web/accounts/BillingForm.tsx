import {
  type BillingInfo,
  type MemberBankAccount,
  debitConsentFlag,
} from '../../shared/accounts/bank-details.ts';
import { periodName, showDate } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import { bankAccountTypes, bankAccountForm } from '../../shared/bank-accounts/bank-account.ts';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import * as z from 'zod';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import { operationTypes } from '../../shared/programs.ts';
import { CallError } from '../platform/call-error.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { refetch } from '../app/refetch.ts';
import { useSession } from '../app/session.tsx';
import { useArrivalFocus } from './MembershipMoney.tsx';
import { AccountFields } from '../enrollment/AccountFields.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';

/** "Your bank returned the withdrawal of $24.00 for October 2026 on 11/03/2026: account closed. " */
function returnedMessage(kind: 'withdrawal' | 'payment', returned: BillingInfo['returnedDeposit']): string {
  if (!returned) return '';
  const { amount, periodId, date, reason } = returned;
  const why = reason === null ? '' : `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return `Your bank returned the ${kind} of ${showMoney(amount)} for ${periodName(periodId)} on ${showDate(date)}${why}. `;
}

interface StoredAccountProps {
  account: MemberBankAccount;
  isChanging: boolean;
  onChange: (isChanging: boolean) => void;
}

const StoredAccount = ({ account, isChanging, onChange }: StoredAccountProps) => (
  <>
    <DescriptionList
      items={[
        ['Name on the account', account.nameOnAccount],
        ['Routing number', account.routingNumber],
        ['Account number', account.accountNumber],
        ['Account type', bankAccountTypes[account.bankAccountType].label],
        ['Changed on', <DateText key="on" date={account.changedOn} />],
      ]}
    />
    <div>
      <Button icon={isChanging ? undefined : 'edit'} onClick={() => onChange(!isChanging)}>
        {isChanging ? 'Keep this account' : 'Change account'}
      </Button>
    </div>
  </>
);

const kinds = {
  withdrawal: {
    field: 'withdrawalFromBankAccount',
    title: 'Withdrawal from bank account',
    lead: 'Your monthly dues are withdrawn from this account.',
    operation: operationTypes.debit,
  },
  deposit: {
    field: 'depositToBankAccount',
    title: 'Deposit to bank account',
    lead: 'Your reimbursements are paid into this account.',
    operation: operationTypes.credit,
  },
} as const;
type Kind = keyof typeof kinds;

interface BillingFormProps {
  billing: BillingInfo;
  isFocused: boolean;
  onSaved: () => void;
}

export function BillingForm({ billing, isFocused, onSaved }: BillingFormProps) {
  const { memberId, isWithdrawalFromBankAccountRequired, isDepositToBankAccountRequired } = billing;
  const { me } = useSession();
  const save = useAction(accounts.saveBankingInfo);
  const demanded = (['withdrawal', 'deposit'] as const).filter((kind) =>
    kind === 'withdrawal' ? isWithdrawalFromBankAccountRequired : isDepositToBankAccountRequired,
  );
  const missing = demanded.filter((kind) => billing[kinds[kind].field] === null);
  const { typed: entered, seen, change } = useTypedAccounts(billing, demanded, missing);
  const name = me?.fullName ?? '';
  const heading = useArrivalFocus(isFocused);
  const submit = async (values: Partial<Record<string, z.input<typeof bankAccountForm>>>) => {
    // one update per operation: withdrawals first
    for (const kind of entered) {
      const { field, operation } = kinds[kind];
      const account = values[field];
      if (!account) continue;
      const version = seen[field]?.version ?? 0;
      await save
        .run({ body: { memberId, bankAccount: { ...account, operationTypeId: operation }, version } })
        .catch((error: unknown) => {
          throw fieldsUnder(field, error);
        });
    }
    await refetch(accounts, members);
    // the form starts over with the stored accounts
    onSaved();
  };
  return (
    <Card title={billing.facilityName || 'Former membership'} headingRef={heading}>
      <p className="quiet">{billing.facilityAddress}</p>
      {(missing.length > 0 || billing.isSuspended) && <Required {...billing} />}
      <Form
        schema={schemaOf(entered, billing)}
        initial={Object.fromEntries(demanded.map((kind) => [kinds[kind].field, { nameOnAccount: name }]))}
        submitLabel="Submit"
        busyLabel="Saving…"
        needsChange
        disabled={entered.length === 0}
        onSubmit={submit}
      >
        <div className="billing-accounts">
          {demanded.map((kind) => (
            <AccountSection
              key={kind}
              kind={kind}
              stored={billing[kinds[kind].field]}
              error={kind === 'deposit' ? depositError(billing, entered) : withdrawalError(billing)}
              needsConsent={kind === 'withdrawal' && needsConsent(billing)}
              typed={entered}
              onChange={(isChanging) => change(kind, isChanging)}
            />
          ))}
        </div>
      </Form>
    </Card>
  );
}

/** The entered accounts, and the stored ones when entering began: data read after a lost response do not replace these. */
function useTypedAccounts(billing: BillingInfo, demanded: readonly Kind[], missing: readonly Kind[]) {
  const [typed, setTyped] = useState(missing);
  const [seen, setSeen] = useState(billing);
  const change = (kind: Kind, isChanging: boolean): number => {
    const isBoth = followsWithdrawal(kind, isChanging, billing);
    const next = demanded.filter((candidate) =>
      candidate === kind || isBoth ? isChanging : typed.includes(candidate),
    );
    if (typed.length === 0) setSeen(billing);
    setTyped(next);
    return next.length;
  };
  return { typed, seen, change };
}

const followsWithdrawal = (
  kind: Kind,
  isChanging: boolean,
  { isDepositAccountRefused, isSameAccount, depositToBankAccount }: BillingInfo,
): boolean =>
  kind === 'withdrawal' &&
  depositToBankAccount !== null &&
  (isChanging ? isSameAccount || isDepositAccountRefused : isSameAccount && !isDepositAccountRefused);

/** Returns why the deposit account must or can be replaced. */
function depositError(billing: BillingInfo, entered: readonly Kind[]): string | undefined {
  const why = returnedMessage('payment', billing.returnedDeposit);
  if (billing.isFormer && billing.isDepositAccountRefused) return why + depositWaits;
  if (billing.isDepositAccountRefused || (billing.isSuspended && billing.isSameAccount))
    return `${why || 'Your bank refused this account. '}Your reimbursements need another account.`;
  return billing.isSameAccount && entered.includes('withdrawal')
    ? 'Your withdrawals use this account. You can replace it here too, or keep it.'
    : undefined;
}

const Required = ({ isSuspended, isFormer, returnedWithdrawal }: BillingInfo) => (
  <div className="alert alert-error" role="alert">
    <div>
      <p className="alert-title">Billing Info is required.</p>
      <p>
        {isSuspended
          ? (returnedMessage('withdrawal', returnedWithdrawal) || refused) + anotherAccount
          : isFormer
            ? depositWaits
            : notYet}
      </p>
    </div>
  </div>
);

interface AccountSectionProps {
  kind: Kind;
  stored: BillingInfo[(typeof kinds)[Kind]['field']];
  error: string | undefined;
  needsConsent: boolean;
  typed: readonly Kind[];
  /** Returns how many account forms are open after the change. */
  onChange: (change: boolean) => number;
}

function AccountSection({
  kind,
  stored,
  error,
  needsConsent: isUnauthorized,
  typed: entered,
  onChange,
}: AccountSectionProps) {
  const { field, title, lead } = kinds[kind];
  const isTyped = entered.includes(kind);
  const { reset } = useFormContext();
  const change = (changes: boolean) => {
    const isLast = onChange(changes) === 0;
    // no unsaved entry remains that would trigger a warning on leaving
    if (isLast) reset();
  };
  return (
    <section className="billing-account" aria-label={title}>
      <h3>{title}</h3>
      {stored && error && <output className="alert alert-warning">{error}</output>}
      {stored && <StoredAccount account={stored} isChanging={isTyped} onChange={change} />}
      {isTyped && (
        <AccountFields
          account={field}
          lead={lead}
          copyFrom={kind === 'deposit' && entered.includes('withdrawal') ? kinds.withdrawal.field : undefined}
        />
      )}
      {isTyped && isUnauthorized && <Field name={`${field}.isAuthorized`} />}
    </section>
  );
}

const refused = 'Your bank refused the account for withdrawals. ';
const anotherAccount =
  'Enter another account so that your dues can be collected. Your membership is then active again.';
const depositWaits = 'A payment to you waits for another bank account. Enter it below.';
const notYet = 'We cannot collect your dues or pay you back without it. Enter the account below.';

/** The account on file can be used again with the member's signature only. */
const needsConsent = ({ withdrawalStop: stop }: BillingInfo): boolean =>
  stop === 'unauthorized' || stop === 'revoked';

const withdrawalError = (billing: BillingInfo): string | undefined =>
  billing.isSuspended || billing.withdrawalStop === null ? undefined : stops[billing.withdrawalStop];

const stops = {
  refused: 'Your bank refused this account. Your dues need another account.',
  unauthorized:
    'Your bank reported that withdrawals from this account are not authorized, so nothing is withdrawn. Change the account to authorize them again, with the same or another account.',
  revoked: 'You revoked the authorization to withdraw from this account, so nothing is withdrawn.',
} as const;

const consentForm = bankAccountForm.extend({ isAuthorized: debitConsentFlag.optional() });

const schemaOf = (entered: readonly Kind[], billing: BillingInfo) =>
  z.object(
    Object.fromEntries(
      entered.map((kind) => [
        kinds[kind].field,
        kind === 'withdrawal' && needsConsent(billing) ? consentForm : bankAccountForm,
      ]),
    ),
  );

/** Prefixes the server's field errors with the account, because the form has two. */
function fieldsUnder(account: string, error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { status, message, requestId, fields } = error;
  return new CallError({
    status,
    message,
    ...(requestId !== undefined && { requestId }),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [
        `${account}.${name.replace(/^bankAccount\./, '')}`,
        text,
      ]),
    ),
  });
}
