import { accounts } from '../../../shared/contracts/accounts.ts';
import { bankAccountForm } from '../../../shared/bank-accounts/bank-account.ts';
import { members } from '../../../shared/contracts/members.ts';
import type { MemberOverview } from '../../../shared/accounts/member-overview.ts';
import { showMoney } from '../../../shared/money.ts';
import { plural } from '../../../shared/plural.ts';
import { useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';

export function DepositAccount({ member: { row, waitingDeposits } }: { member: MemberOverview }) {
  const save = useAction(accounts.saveDepositAccount, members.overview);
  if (!waitingDeposits) return null;
  const { amount, count, lastFour, version } = waitingDeposits;
  return (
    <Card title="Deposit account of the former member">
      <p>
        {plural(count, 'payment', 'payments')} to this former member, {showMoney(amount)}, can be sent to
        another account.{' '}
        {lastFour ? `The account on file ends in ${lastFour}.` : 'There is no deposit account on file.'} A
        changed account is used after a waiting time.
      </p>
      <Form
        schema={bankAccountForm}
        initial={{ nameOnAccount: `${row.memberFirstName} ${row.memberLastName}` }}
        submitLabel="Save bank account"
        busyLabel="Saving…"
        needsChange
        onSubmit={async (bankAccount) => {
          await save.run({ params: { memberId: row.memberId }, body: { bankAccount, version } });
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
          <Field name="bankAccountType" kind="radio" />
          <Field name="isMoneyFromAbroad" />
        </div>
      </Form>
    </Card>
  );
}
