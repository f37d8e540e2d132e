import { bankAccountForm } from '../../../shared/bank-accounts/bank-account.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import type * as z from 'zod';
import { loadOnce, useAction, useEndpoint } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { BankAccountCard } from '../../bank-accounts/BankAccountCard.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { FacilityFrame, type FacilityDetails } from './FacilityMembersPage.tsx';

export default function FacilityBankAccountPage() {
  return (
    <FacilityFrame>
      {(details, reload) => (
        <>
          {details.bankAccount ? (
            <BankAccountCard
              key={details.bankAccount.version}
              title="Deposit account"
              account={details.bankAccount}
              retrieve={(query) => loadOnce(facilities.bankAccountDetails, { query })}
            />
          ) : (
            <div className="alert alert-warning">
              <p>This facility has no deposit account. Its payments wait until there is one.</p>
            </div>
          )}
          <Replace details={details} reload={reload} />
        </>
      )}
    </FacilityFrame>
  );
}

interface ReplaceProps {
  details: FacilityDetails;
  reload: () => Promise<FacilityDetails | undefined>;
}

function Replace({ details: { club, bankAccount }, reload }: ReplaceProps) {
  const save = useAction(facilities.saveBankingInfo);
  return (
    <AccountForm
      facilityName={club.name}
      version={bankAccount?.version ?? 0}
      onSave={async (body) => {
        await save.run({ params: { facilityId: club.id }, body });
        await reload();
      }}
    />
  );
}

interface AccountFormProps {
  facilityName: string;
  /** The version of the account that is shown; 0 for none. */
  version: number;
  onSave: (body: { bankAccount: z.input<typeof bankAccountForm>; version: number }) => Promise<unknown>;
}

const AccountForm = ({ facilityName, version, onSave }: AccountFormProps) => (
  <Card title={version > 0 ? 'Replace the account' : 'Deposit to bank account'}>
    <Form
      key={version}
      schema={bankAccountForm}
      initial={{ nameOnAccount: facilityName, routingNumber: '', accountNumber: '' }}
      submitLabel="Save bank account"
      busyLabel="Saving…"
      needsChange
      onSubmit={(bankAccount) => onSave({ bankAccount, version })}
    >
      <div className="form-grid">
        <Field name="nameOnAccount" hint="As printed on the bank statement." autoComplete="off" />
        <Field
          name="routingNumber"
          hint="The nine digits at the bottom left of a check."
          autoComplete="off"
        />
        <Field name="accountNumber" hint="4 to 17 digits." autoComplete="off" />
        <Field name="bankAccountType" />
        <Field name="isMoneyFromAbroad" />
      </div>
    </Form>
  </Card>
);

/** The deposit account of a facility manager's own facility. */
export function OwnBankAccountPage() {
  const { data, error, retrying, reload, mutate } = useEndpoint(facilities.ownBankAccount, {});
  const save = useAction(facilities.saveOwnBankAccount);
  return (
    <>
      <PageHeading title="Bank account" lead="Payments to your club are deposited to this account." />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : (
        <>
          {data.bankAccount ? (
            <BankAccountCard title="Deposit account" account={{ ...data.bankAccount, payeeToken: null }} />
          ) : (
            <div className="alert alert-warning">
              <p>Your club has no bank account. Its payments wait until you enter one. Nothing is lost.</p>
            </div>
          )}
          <p className="quiet">
            A new account is verified before the next payment: two administrators approve the payment, and a
            replaced account waits a day. You and the administrators receive an email.
          </p>
          <AccountForm
            facilityName={data.facilityName}
            version={data.bankAccount?.version ?? 0}
            onSave={async (body) => {
              await save.run({ body });
              await mutate();
            }}
          />
        </>
      )}
    </>
  );
}
