import { payments } from '../../shared/contracts/payments.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { payAgainForm } from '../../shared/payments/pay-again.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface PayAgainProps {
  paymentId: string;
  version: number;
  state: NonNullable<ResponseOf<typeof payments.reason>['payAgain']>;
  onDone: () => void;
}

/** Lets an administrator request to pay a canceled payment again, and another one approve it. */
export function PayAgain({ paymentId, version, state, onDone }: PayAgainProps) {
  const pay = useAction(payments.payAgain, payments);
  const { error, request } = state;
  const params = { paymentId };
  if (error !== null) return <p className="quiet">This payment cannot be paid again. {error}</p>;
  if (request?.isByCaller)
    return <p>Another administrator must approve paying this payment again: {request.reason}</p>;
  if (request)
    return (
      <>
        <p>
          {request.by} requests to pay this payment again: {request.reason}
        </p>
        <Button
          kind="primary"
          busy={pay.running}
          onClick={() => void pay.act({ params, body: { version } }).then((response) => response && onDone())}
        >
          Approve and pay again
        </Button>
      </>
    );
  return (
    <details className="pay-again">
      <summary>Pay again</summary>
      <Form
        schema={payAgainForm}
        initial={{ reason: '' }}
        submitLabel="Request to pay again"
        onSubmit={async ({ reason }) => {
          await pay.run({ params, body: { version, reason } });
          onDone();
          return true;
        }}
      >
        <Field name="reason" hint="Another administrator must approve this." />
      </Form>
    </details>
  );
}
