import type { CheckAnswer } from '../../shared/bank-files/check-summary.ts';
import { MemberName } from '../app/MemberName.tsx';
import { Money } from '../ui/Money.tsx';

export function ExcludedPayments({ state: { excluded, excludedCount, waiting } }: { state: CheckAnswer }) {
  if (excludedCount === 0) return null;
  return (
    <section className="bank-waiting" aria-label="Payments excluded">
      <ul>
        {waiting.map(({ reason, count, amount }) => (
          <li key={reason}>
            <strong className="number">
              {count.toLocaleString('en-US')} {count === 1 ? 'payment' : 'payments'} excluded
            </strong>
            , <Money cents={amount} />. {reason}
          </li>
        ))}
      </ul>
      <details className="bank-details">
        <summary>Show the excluded payments</summary>
        <ul className="bank-excluded">
          {excluded.map(({ memberId, name, amount, reason }, index) => (
            <li key={index}>
              <strong>
                <MemberName memberId={memberId} name={name} />
              </strong>{' '}
              <Money cents={amount} />
              <span className="quiet">{reason}</span>
            </li>
          ))}
        </ul>
        {excludedCount > excluded.length && <p className="quiet">These are the first {excluded.length}.</p>}
      </details>
    </section>
  );
}
