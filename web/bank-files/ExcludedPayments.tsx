import type { CheckAnswer } from '../../shared/bank-files/check-answer.ts';
import { Money } from '../ui/Money.tsx';

/** The payments that stay out of the file, each with its reason. */
export function ExcludedPayments({ state: { leftOut, leftOutCount } }: { state: CheckAnswer }) {
  if (leftOutCount === 0) return null;
  return (
    <details className="bank-details">
      <summary>
        {leftOutCount.toLocaleString('en-US')} {leftOutCount === 1 ? 'payment' : 'payments'} excluded
      </summary>
      <ul className="bank-excluded">
        {leftOut.map(({ name, amount, reason }, place) => (
          <li key={place}>
            <strong>{name}</strong> <Money cents={amount} />
            <span className="quiet">{reason}</span>
          </li>
        ))}
      </ul>
      {leftOutCount > leftOut.length && <p className="quiet">These are the first {leftOut.length}.</p>}
    </details>
  );
}
