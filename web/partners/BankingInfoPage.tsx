import { useState } from 'react';
import { partners } from '../../shared/contracts/partners.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { Field } from '../ui/Field.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { AccountFields, accountChanges, accountForm, PartnerAccountCard } from './ManagerDashboardPage.tsx';
import { PartnerFrame, type Partner } from '../app/PartnerFrame.tsx';
import { WaitingAccount } from './WaitingAccount.tsx';

export default function BankingInfoPage() {
  return (
    <PartnerFrame>
      {(partner) => (
        <>
          <PageHeading title="Banking Info" lead="The account that program fees are withdrawn from." />
          <Banking partner={partner} />
        </>
      )}
    </PartnerFrame>
  );
}

function Banking({ partner }: { partner: Partner }) {
  const save = useAction(partners.saveBankingInfo);
  const { data, error, retrying, reload, mutate } = useEndpoint(partners.bankingInfo, {
    query: { partnerId: partner.id },
  });
  const [started, setStarted] = useState(0);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={4} />;
  const { bankAccount, bankAccountRequest: request } = data;
  /** Reloads the form after the account was changed elsewhere. */
  const again = async () => {
    await mutate();
    setStarted(started + 1);
  };
  const valuesOf = (account: typeof bankAccount) => ({
    partnerId: partner.id,
    bankAccount: accountForm(account, partner.name),
    version: account?.version ?? 0,
  });
  return (
    <>
      <DescriptionList items={[['Partner name', data.partnerName]]} />
      {bankAccount ? (
        <PartnerAccountCard key={request.waiting?.version} account={bankAccount} />
      ) : (
        <div className="alert alert-warning">
          <p>Banking information is required. Please, update!</p>
        </div>
      )}
      {request.waiting && <WaitingAccount partnerId={partner.id} waiting={request.waiting} onDone={again} />}
      <Card title={bankAccount ? 'Edit account' : 'Withdrawal from bank account'}>
        <Form
          key={started}
          schema={partners.saveBankingInfo.body}
          initial={valuesOf(bankAccount)}
          disabled={!request.bankAccountEditingAllowed}
          submitLabel="Save bank account"
          busyLabel="Saving…"
          needsChange
          onSubmit={async (body) => {
            await save.run({ body });
            return { stored: valuesOf((await mutate())?.bankAccount ?? null) };
          }}
          loadLatest={async () => {
            const now = (await mutate())?.bankAccount ?? null;
            return { values: valuesOf(now), changes: accountChanges(bankAccount, now) };
          }}
        >
          <AccountFields disabled={!request.bankAccountEditingAllowed} />
          {request.isAuthorizationEnded && <RenewedAuthorization />}
        </Form>
      </Card>
    </>
  );
}

const RenewedAuthorization = () => (
  <>
    <p className="alert alert-warning">
      The bank returned a withdrawal from this account as not authorized, so nothing is withdrawn. Enter
      another account, or confirm that the partner signed a new authorization.
    </p>
    <Field name="bankAccount.isAuthorized" />
  </>
);
