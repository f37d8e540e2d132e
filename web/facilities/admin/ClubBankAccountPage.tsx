import { useState } from 'react';
import * as z from 'zod';
import { bankAccountForm, bankAccountTypes } from '../../../shared/bank-accounts/bank-account.ts';
import type { ResponseOf } from '../../../shared/endpoint.ts';
import { facilities } from '../../../shared/facilities/contract.ts';
import { retrieveReason } from '../../../shared/partners/billing.ts';
import { callApi } from '../../app/api.ts';
import { useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Field } from '../../ui/Field.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { ClubFrame, type ClubDetails } from './ClubFrame.tsx';

export default function ClubBankAccountPage() {
  return (
    <ClubFrame>
      {(details, reload) => (
        <>
          {details.bankAccount ? (
            <Account key={details.bankAccount.version} account={details.bankAccount} />
          ) : (
            <div className="alert alert-warning">
              <p>This facility has no deposit account. Its payments wait until there is one.</p>
            </div>
          )}
          <Replace details={details} reload={reload} />
        </>
      )}
    </ClubFrame>
  );
}

type Masked = NonNullable<ClubDetails['bankAccount']>;
type Full = ResponseOf<typeof facilities.bankAccountDetails>;

function Account({ account }: { account: Masked }) {
  const [full, setFull] = useState<Full>();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title="Deposit account"
      aside={
        !full && (
          <Button icon="eye" onClick={() => setAsking(true)}>
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
        ]}
      />
      {full && <p className="quiet">This access was logged.</p>}
      {isAsking && (
        <AskReason
          payeeToken={account.payeeToken}
          onClose={() => setAsking(false)}
          onShown={(shown) => {
            setFull(shown);
            setAsking(false);
          }}
        />
      )}
    </Card>
  );
}

const reasonForm = z.object({ reason: retrieveReason });

interface AskReasonProps {
  payeeToken: string;
  onShown: (full: Full) => void;
  onClose: () => void;
}

/** Full numbers are shown for a reason only, which is logged. */
const AskReason = ({ payeeToken, onShown, onClose }: AskReasonProps) => (
  <Popup open title="Retrieve bank account" onClose={onClose}>
    <p>Say why you need the full numbers. Your name and the reason are logged.</p>
    <Form
      schema={reasonForm}
      submitLabel="Retrieve"
      busyLabel="Retrieving…"
      guard={false}
      onSubmit={async ({ reason }) =>
        onShown(await callApi(facilities.bankAccountDetails, { query: { payeeToken, reason } }))
      }
    >
      <Field name="reason" hint="10 to 300 characters." />
    </Form>
  </Popup>
);

interface ReplaceProps {
  details: ClubDetails;
  reload: () => Promise<ClubDetails | undefined>;
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
          await save.run({
            params: { facilityId: club.id },
            body: { bankAccount: typed, version },
          });
          await reload();
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
  );
}
