import { useState } from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { achPaymentToHc, directFromBankAccount, billingTypes } from '../../shared/partners/partner.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { AccountFields, accountChanges, accountForm, PartnerAccountCard } from './ManagerDashboardPage.tsx';
import { PartnerFrame, type Partner } from '../app/PartnerFrame.tsx';
import { WaitingAccount } from './WaitingAccount.tsx';

export default function BillingInfoPage() {
  return (
    <PartnerFrame>
      {(partner) => (
        <>
          <PageHeading title="Billing Info" lead="How the partner pays its program fees." />
          <Billing partner={partner} />
        </>
      )}
    </PartnerFrame>
  );
}

type BillingInfo = ResponseOf<typeof partners.billingInfo>;

function Billing({ partner }: { partner: Partner }) {
  const { data, error, retrying, reload, mutate } = useEndpoint(partners.billingInfo, {
    params: { partnerId: partner.id },
  });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={4} />;
  return <BillingForms partner={partner} billing={data} refetch={() => mutate()} />;
}

interface BillingFormsProps {
  partner: Partner;
  billing: BillingInfo;
  refetch: () => Promise<BillingInfo | undefined>;
}

function BillingForms({ partner, billing, refetch }: BillingFormsProps) {
  const [type, setType] = useState<1 | 2>(billing.partnerBillingTypeId);
  const [started, setStarted] = useState(0);
  const save = useAction(partners.saveBillingInfo);
  const { bankAccount, bankAccountRequest: request } = billing;
  const isDirect = type === directFromBankAccount;
  /** Reloads the form after the account was changed elsewhere. */
  const again = async () => {
    await refetch();
    setStarted((count) => count + 1);
  };
  const valuesOf = ({ version, bankAccount: account }: BillingInfo) => ({
    partnerBillingTypeId: type,
    bankAccount: isDirect ? accountForm(account, partner.name) : null,
    version,
    bankAccountVersion: account?.version ?? 0,
  });
  const isLocked = isDirect && !request.bankAccountEditingAllowed;
  return (
    <>
      {isDirect && <StoredAccount partner={partner} billing={billing} onDone={again} />}
      <Card title={isDirect ? 'Withdrawal from bank account' : 'Billing'}>
        <LabeledSelect
          label="Billing Type"
          options={billingTypes}
          value={String(type)}
          onChange={(id) => setType(id === String(achPaymentToHc) ? achPaymentToHc : directFromBankAccount)}
        />
        {!isDirect && (
          <p className="quiet">
            The partner transfers its fees. New payments are Sent Externally and are not in bank files.
          </p>
        )}
        <Form
          key={`${type} ${started}`}
          schema={partners.saveBillingInfo.body}
          initial={valuesOf(billing)}
          disabled={isLocked}
          submitLabel="Save"
          busyLabel="Saving…"
          onSubmit={async (body) => {
            await save.run({ params: { partnerId: partner.id }, body });
            return { stored: valuesOf((await refetch()) ?? billing) };
          }}
          loadLatest={async () => {
            const now = (await refetch()) ?? billing;
            return { values: valuesOf(now), changes: accountChanges(bankAccount, now.bankAccount) };
          }}
        >
          {isDirect && <AccountFields disabled={isLocked} />}
        </Form>
      </Card>
    </>
  );
}

function StoredAccount({
  partner,
  billing,
  onDone,
}: Pick<BillingFormsProps, 'partner' | 'billing'> & { onDone: () => Promise<void> }) {
  const { bankAccount, bankAccountRequest: request } = billing;
  return (
    <>
      {bankAccount ? (
        <PartnerAccountCard key={request.waiting?.version} account={bankAccount} />
      ) : (
        <div className="alert alert-warning">
          <p>Banking information is required. Please, update!</p>
        </div>
      )}
      {request.waiting && <WaitingAccount partnerId={partner.id} waiting={request.waiting} onDone={onDone} />}
    </>
  );
}
