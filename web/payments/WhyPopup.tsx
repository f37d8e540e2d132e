import { payments } from '../../shared/contracts/payments.ts';
import { type ResponseOf, mayCall } from '../../shared/endpoint.ts';
import { payAgainForm } from '../../shared/payments/pay-again.ts';
import { useAction, showFailure, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { download } from '../app/api.ts';
import { useSession } from '../app/session.tsx';
import { MemberName } from '../app/MemberName.tsx';
import { showDate, Money } from '../ui/formatted-text.tsx';
import { Popup } from '../ui/Popup.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

interface PayAgainProps {
  paymentId: string;
  version: number;
  state: NonNullable<ResponseOf<typeof payments.reason>['payAgain']>;
  onDone: () => void;
}

/** Lets an administrator request to pay a canceled payment again, and another one approve it. */
function PayAgain({ paymentId, version, state, onDone }: PayAgainProps) {
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

interface WhyProps {
  payment: { id: string; partnerId: string };
  title: string;
  onClose: () => void;
}

export function WhyPopup({ payment, title, onClose }: WhyProps) {
  const { data, error, reload } = useEndpoint(payments.reason, {
    params: { paymentId: payment.id },
    query: { partnerId: payment.partnerId },
  });
  return (
    <Popup open title={title} onClose={onClose}>
      {error !== undefined && <FailedState error={error} onRetry={reload} />}
      {!data && error === undefined && <SkeletonLines lines={4} />}
      {data && (
        <>
          <Sum why={data} />
          {data.members.length > 0 && <CountedMembers why={data} />}
          {data.announced && <Announcement announced={data.announced} />}
          {data.isMemberWithdrawal && <ProofOfAuthorization paymentId={payment.id} />}
          {data.replaces && <Replaced replaces={data.replaces} />}
          {data.payAgain && (
            <PayAgain paymentId={payment.id} version={data.version} state={data.payAgain} onDone={reload} />
          )}
          <PaymentHistory history={data.history} attempts={data.attempts} />
          {data.terms && (
            <p className="quiet">
              Calculated with version {data.terms.number} of the program’s terms, in effect from{' '}
              {periodName(data.terms.fromPeriod)}.
            </p>
          )}
        </>
      )}
    </Popup>
  );
}

type Why = ResponseOf<typeof payments.reason>;

const Sum = ({ why }: { why: Why }) => (
  <dl className="why-steps">
    {why.steps.map(({ what, amount }) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>
          <Money cents={amount} />
        </dd>
      </div>
    ))}
    <div className="why-total">
      <dt>Total payment</dt>
      <dd>
        <Money cents={why.totalPayment} />
      </dd>
    </div>
    {why.isCorrected && (
      <div>
        <dt>
          {why.correction
            ? `Corrected by ${why.correction.by} on ${showDate(why.correction.on)}, to be sent`
            : 'Corrected, to be sent'}
          {why.correction?.reason && <span className="quiet"> {why.correction.reason}</span>}
        </dt>
        <dd>
          <Money cents={why.amountToBeSent} />
        </dd>
      </div>
    )}
  </dl>
);

const CountedMembers = ({ why }: { why: Why }) => (
  <details>
    <summary>
      {why.memberCount === 1 ? 'The member' : `The ${why.memberCount.toLocaleString('en-US')} members`}{' '}
      counted
    </summary>
    <ul className="why-members">
      {why.members.map(({ id, name }) => (
        <li key={id}>
          <MemberName memberId={id} name={name} />
        </li>
      ))}
    </ul>
    {why.memberCount > why.members.length && (
      <p className="quiet">The first {why.members.length.toLocaleString('en-US')} are shown.</p>
    )}
  </details>
);

const Announcement = ({ announced }: { announced: NonNullable<Why['announced']> }) => (
  <p className="quiet">
    The member was notified on {showDate(announced.sentOn)} that <Money cents={announced.amount} /> will be
    withdrawn{' '}
    {announced.from === announced.until
      ? `on ${showDate(announced.from)}.`
      : `between ${showDate(announced.from)} and ${showDate(announced.until)}.`}
  </p>
);

const Replaced = ({ replaces }: { replaces: NonNullable<Why['replaces']> }) => (
  <p className="quiet">
    Replaces the payment that was canceled on {showDate(replaces.canceledOn)}
    {replaces.trace && `, trace ${replaces.trace}`}.
  </p>
);

/** The agreement that authorized a withdrawal, for users with permission to see it. */
function ProofOfAuthorization({ paymentId }: { paymentId: string }) {
  const { me } = useSession();
  const [loading, setLoading] = useState(false);
  if (!me || !mayCall(me.role, payments.authorization)) return null;
  const save = async () => {
    setLoading(true);
    await download(payments.authorization, { params: { paymentId } })
      .catch(showFailure)
      .finally(() => setLoading(false));
  };
  return (
    <Button icon="download" busy={loading} busyLabel="Fetching…" onClick={() => void save()}>
      Proof of authorization
    </Button>
  );
}

type Explained = ResponseOf<typeof payments.reason>;

function PaymentHistory({ history, attempts }: Pick<Explained, 'history' | 'attempts'>) {
  if (history.length === 0 && attempts.length === 0) return null;
  return (
    <details className="why-history" open>
      <summary>History</summary>
      <ol>
        {history.map(({ on, what, by, reason }, index) => (
          <li key={index}>
            {showDate(on)} <strong>{what}</strong>
            {by && ` by ${by}`}
            {reason && <span className="quiet"> {reason}</span>}
          </li>
        ))}
      </ol>
      {attempts.length > 0 && (
        <ol aria-label="Attempts">
          {attempts.map(({ on, amount, trace, returnedOn, code }, index) => (
            <li key={index}>
              Attempt {index + 1}, {showDate(on)}, <Money cents={amount} />
              {trace && `, trace ${trace}`}
              {returnedOn && `: returned ${showDate(returnedOn)}${code ? ` (${code})` : ''}`}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
