import { useState } from 'react';
import { bankAccountForm, bankAccountTypes } from '../../shared/bank-accounts/bank-account.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { partners } from '../../shared/partners/contract.ts';
import { callApi } from '../app/api.ts';
import { showFailure, useAction, useEndpoint } from '../app/data.ts';
import type { FieldChange } from '../app/form-changes.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText, showDate } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { PartnerFrame, type Partner } from './PartnerFrame.tsx';

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

const emptyForm = (partner: Partner) => ({
  nameOnAccount: partner.name,
  routingNumber: '',
  accountNumber: '',
});

/** What someone else did to the account meanwhile; its numbers are masked. */
function accountChanges(before: Masked | null, now: Masked | null): FieldChange[] {
  if (before?.version === now?.version) return [];
  const words = (account: Masked | null) =>
    account
      ? `${account.accountNumber}, ${bankAccountTypes[account.bankAccountType].label}, changed on ${showDate(account.changedOn)}`
      : 'no account';
  return [{ label: 'Current linked account', before: words(before), now: words(now) }];
}

function Banking({ partner }: { partner: Partner }) {
  const save = useAction(partners.saveBankingInfo);
  const { data, error, retrying, reload, mutate } = useEndpoint(partners.bankingInfo, {
    query: { partnerId: partner.id },
  });
  const [saved, setSaved] = useState(0);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={4} />;
  return (
    <>
      {data.bankAccount ? (
        <Account account={data.bankAccount} />
      ) : (
        <div className="alert alert-warning">
          <p>Banking information is required. Please, update!</p>
        </div>
      )}
      <Card title={data.bankAccount ? 'Replace the account' : 'Withdrawal from bank account'}>
        <Form
          key={saved}
          schema={bankAccountForm}
          initial={emptyForm(partner)}
          disabled={!data.bankAccountRequest.bankAccountEditingAllowed}
          submitLabel="Save bank account"
          busyLabel="Saving…"
          needsChange
          onSubmit={async (bankAccount) => {
            const version = data.bankAccount?.version ?? 0;
            await save.run({ body: { partnerId: partner.id, bankAccount, version } });
            setSaved(saved + 1);
            reload();
          }}
          loadLatest={async () => {
            const changes = accountChanges(data.bankAccount, (await mutate())?.bankAccount ?? null);
            return { values: emptyForm(partner), changes };
          }}
        >
          <div className="form-grid">
            <Field name="nameOnAccount" hint="As it stands on the bank statement." autoComplete="off" />
            <Field
              name="routingNumber"
              hint="The nine digits at the bottom left of a check."
              autoComplete="off"
            />
            <Field name="accountNumber" hint="4 to 17 digits." autoComplete="off" />
            <Field name="bankAccountType" />
          </div>
        </Form>
      </Card>
    </>
  );
}

type Masked = NonNullable<ResponseOf<typeof partners.bankingInfo>['bankAccount']>;

function Account({ account }: { account: Masked }) {
  const [full, setFull] = useState<ResponseOf<typeof partners.bankAccountDetails>>();
  const retrieve = async () => {
    try {
      setFull(await callApi(partners.bankAccountDetails, { query: { payeeToken: account.payeeToken } }));
    } catch (problem) {
      showFailure(problem);
    }
  };
  return (
    <Card
      title="Current linked account"
      aside={
        !full && (
          <Button icon="eye" onClick={() => void retrieve()}>
            Retrieve
          </Button>
        )
      }
    >
      <DescriptionList
        items={[
          ['Name on the account', account.nameOnAccount],
          ['Routing number', (full ?? account).routingNumber],
          ['Account number', (full ?? account).accountNumber],
          ['Account type', bankAccountTypes[account.bankAccountType].label],
          ['Changed on', <DateText key="date" date={account.changedOn} />],
          ['Payee token', account.payeeToken],
        ]}
      />
      {full && <p className="quiet">This access was logged.</p>}
    </Card>
  );
}
