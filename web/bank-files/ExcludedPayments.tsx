import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { MemberName } from '../app/MemberName.tsx';
import { Money } from '../ui/formatted-text.tsx';

interface ExcludedPaymentsProps {
  state: CheckResponse;
  /** Shows the reasons outside of the collapsed part: when the user decides about sending, or nothing can be sent. */
  showsReasons?: boolean;
  /** Shows the list at first, and scrolls to it. */
  isOpen?: boolean;
}

/** A stable reference, so that it scrolls only once. */
const scrollTo = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'center' });

export function ExcludedPayments({ state, showsReasons = false, isOpen = false }: ExcludedPaymentsProps) {
  // the link of a review is about Pending payments
  const isShown = ({ kind }: { kind?: string | undefined }) => !isOpen || kind === undefined;
  const [excluded, waiting] = [state.excluded.filter(isShown), state.waiting.filter(isShown)];
  const excludedCount = waiting.reduce((sum, { count }) => sum + count, 0);
  if (excludedCount === 0) return null;
  const reasons = (
    <ul className="bank-excluded">
      {waiting.map(({ reason, count, amount, kind }) => (
        <li key={`${kind} ${reason}`}>
          <strong className="number">{counted(count)} excluded</strong>, <Money cents={amount} />. {reason}
        </li>
      ))}
    </ul>
  );
  return (
    <section className="bank-waiting" aria-label="Payments excluded" ref={isOpen ? scrollTo : undefined}>
      {showsReasons && reasons}
      <details className="bank-details" open={isOpen || undefined}>
        <summary>
          {showsReasons ? (
            'Show the excluded payments'
          ) : (
            <SumOfExcluded waiting={waiting} excludedCount={excludedCount} />
          )}
        </summary>
        {!showsReasons && reasons}
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

const SumOfExcluded = ({ excludedCount, waiting }: Pick<CheckResponse, 'excludedCount' | 'waiting'>) => (
  <>
    {counted(excludedCount)} excluded, <Money cents={waiting.reduce((sum, { amount }) => sum + amount, 0)} />
  </>
);

const counted = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'payment' : 'payments'}`;
