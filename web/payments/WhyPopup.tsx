import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { mayCall } from '../../shared/endpoint.ts';
import { payments } from '../../shared/payments/contract.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { MemberName } from '../members/MemberName.tsx';
import { showDate } from '../ui/DateText.tsx';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';
import { Popup } from '../ui/Popup.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

interface WhyProps {
  payment: { id: string; partnerId: string };
  title: string;
  onClose: () => void;
}

/** Why a payment has its amount: each step of the sum, and the members that were counted. */
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
          <dl className="why-steps">
            {data.steps.map(({ what, amount }) => (
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
                <Money cents={data.totalPayment} />
              </dd>
            </div>
            {data.isCorrected && (
              <div>
                <dt>
                  {data.correction
                    ? `Corrected by ${data.correction.by} on ${showDate(data.correction.on)}, to be sent`
                    : 'Corrected, to be sent'}
                  {data.correction?.reason && <span className="quiet"> {data.correction.reason}</span>}
                </dt>
                <dd>
                  <Money cents={data.amountToBeSent} />
                </dd>
              </div>
            )}
          </dl>
          {data.members.length > 0 && (
            <details>
              <summary>
                {data.memberCount === 1
                  ? 'The member'
                  : `The ${data.memberCount.toLocaleString('en-US')} members`}{' '}
                counted
              </summary>
              <ul className="why-members">
                {data.members.map(({ id, name }) => (
                  <li key={id}>
                    <MemberName memberId={id} name={name} />
                  </li>
                ))}
              </ul>
              {data.memberCount > data.members.length && (
                <p className="quiet">The first {data.members.length.toLocaleString('en-US')} are shown.</p>
              )}
            </details>
          )}
          {data.announced && (
            <p className="quiet">
              The member was told on {showDate(data.announced.sentOn)} that{' '}
              <Money cents={data.announced.amount} /> is withdrawn{' '}
              {data.announced.from === data.announced.until
                ? `on ${showDate(data.announced.from)}.`
                : `between ${showDate(data.announced.from)} and ${showDate(data.announced.until)}.`}
            </p>
          )}
          {data.isMemberWithdrawal && <ProofOfAuthorization paymentId={payment.id} />}
          <PaymentHistory history={data.history} attempts={data.attempts} />
          <p className="quiet">
            Calculated by rule “{data.rule}”
            {data.terms &&
              ` with version ${data.terms.number} of the program's terms, from ${periodName(data.terms.fromPeriod)}`}
            .
          </p>
        </>
      )}
    </Popup>
  );
}

/** The agreement that authorized a withdrawal, for whoever may see it. */
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
