import { useState } from 'react';
import * as z from 'zod';
import { bankAccountTypes, type MaskedBankAccount } from '../../shared/bank-accounts/bank-account.ts';
import { reasonText } from '../../shared/fields.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText, showDate } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

type Numbers = Pick<MaskedBankAccount, 'routingNumber' | 'accountNumber'>;

export type CardAccount = Omit<MaskedBankAccount, 'payeeToken'> & { payeeToken: string | null };

interface BankAccountCardProps {
  title: string;
  account: CardAccount;
  /** Retrieves the full numbers for a stated reason. Undefined for users without permission. */
  retrieve?: (request: { payeeToken: string; reason: string }) => Promise<Numbers>;
}

const reasonForm = z.object({ reason: reasonText() });

/**
 * Shows the masked account. Users with permission can retrieve the full numbers for a stated reason. The numbers are
 * hidden again when a new version of the account is stored.
 */
export const BankAccountCard = (props: BankAccountCardProps) => (
  <AccountVersionCard key={`${props.account.payeeToken} ${props.account.version}`} {...props} />
);

function AccountVersionCard({ title, account, retrieve: ask }: BankAccountCardProps) {
  const { payeeToken } = account;
  const retrieve = ask && payeeToken !== null ? (reason: string) => ask({ payeeToken, reason }) : undefined;
  const [full, setFull] = useState<Numbers>();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title={title}
      aside={
        retrieve &&
        !full && (
          <Button icon="eye" onClick={() => setAsking(true)}>
            Retrieve
          </Button>
        )
      }
    >
      {account.isRefused && (
        <p className="alert alert-warning">
          The bank refused this account. Payments wait until another one is entered. Nothing is lost.
        </p>
      )}
      {account.usableFrom && (
        <p className="alert alert-info">
          {`Payments to this account begin on ${showDate(account.usableFrom)} at the earliest.`}
        </p>
      )}
      <DescriptionList
        items={[
          ['Name on the account', account.nameOnAccount],
          ['Routing number', (full ?? account).routingNumber],
          ['Account number', (full ?? account).accountNumber],
          ['Account type', bankAccountTypes[account.bankAccountType].label],
          ['Changed on', <DateText key="date" date={account.changedOn} />],
        ]}
      />
      {full && <p className="quiet">This access was logged with its reason.</p>}
      {retrieve && (
        <Popup open={isAsking} title="Retrieve the full numbers" onClose={() => setAsking(false)}>
          <p>State why you need them. Your name and the reason are logged.</p>
          <Form
            schema={reasonForm}
            initial={{ reason: '' }}
            submitLabel="Retrieve"
            busyLabel="Retrieving…"
            guard={false}
            onSubmit={async ({ reason }) => {
              setFull(await retrieve(reason));
              setAsking(false);
            }}
          >
            <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
          </Form>
        </Popup>
      )}
    </Card>
  );
}
