import type { ResponseOf } from '../../shared/endpoint.ts';
import type { payments } from '../../shared/payments/contract.ts';
import { showDate } from '../ui/DateText.tsx';
import { Money } from '../ui/Money.tsx';

type Explained = ResponseOf<typeof payments.reason>;

/** The events of a payment and its attempts, oldest first. */
export function PaymentHistory({ history, attempts }: Pick<Explained, 'history' | 'attempts'>) {
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
