import { useState } from 'react';
import * as z from 'zod';
import { bankAccountTypes, type MaskedBankAccount } from '../../shared/bank-accounts/bank-account.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { mayCall } from '../../shared/endpoint.ts';
import { retrieveReason } from '../../shared/partners/billing.ts';
import { partners } from '../../shared/partners/contract.ts';
import { callApi } from '../app/api.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

type Full = ResponseOf<typeof partners.bankAccountDetails>;

const reasonForm = z.object({ reason: retrieveReason });

/** The account on file, masked; who may retrieve the full numbers says why first. */
export function BankAccountCard({ account }: { account: MaskedBankAccount }) {
  const { role } = useSession();
  const [full, setFull] = useState<Full>();
  const [asks, setAsks] = useState(false);
  const mayRetrieve = mayCall(role, partners.bankAccountDetails);
  return (
    <Card
      title="Current linked account"
      aside={
        mayRetrieve &&
        !full && (
          <Button icon="eye" onClick={() => setAsks(true)}>
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
          ...(mayRetrieve ? [['Payee token', account.payeeToken] as [string, string]] : []),
        ]}
      />
      {full && <p className="quiet">This access was logged with its reason.</p>}
      <Popup open={asks} title="Retrieve the full numbers" onClose={() => setAsks(false)}>
        <p>Say why you need them. Your name and the reason are kept.</p>
        <Form
          schema={reasonForm}
          initial={{ reason: '' }}
          submitLabel="Retrieve"
          busyLabel="Retrieving…"
          guard={false}
          onSubmit={async ({ reason }) => {
            const query = { payeeToken: account.payeeToken, reason };
            setFull(await callApi(partners.bankAccountDetails, { query }));
            setAsks(false);
          }}
        >
          <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
        </Form>
      </Popup>
    </Card>
  );
}
