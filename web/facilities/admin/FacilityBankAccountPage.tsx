import { bankAccountForm } from '../../../shared/bank-accounts/bank-account.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { loadOnce, useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { BankAccountCard } from '../../bank-accounts/BankAccountCard.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
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
  const version = bankAccount?.version ?? 0;
  return (
    <Card title={bankAccount ? 'Replace the account' : 'Deposit to bank account'}>
      <Form
        key={version}
        schema={bankAccountForm}
        initial={{ nameOnAccount: club.name, routingNumber: '', accountNumber: '' }}
        submitLabel="Save bank account"
        busyLabel="Saving…"
        needsChange
        onSubmit={async (typed) => {
          await save.run({ params: { facilityId: club.id }, body: { bankAccount: typed, version } });
          await reload();
        }}
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
}
