import type { ledger } from '../../shared/contracts/ledger.ts';
import { plural } from '../../shared/plural.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Money } from '../ui/Money.tsx';
import './ledger.css';

type Month = ResponseOf<typeof ledger.getProof>;
type Proof = NonNullable<Month['proof']>;

export function MonthProof({ month: { proof, seal } }: { month: Month }) {
  if (!proof)
    return (
      <p className="quiet">This month has no proof yet. Select “Prove this month” to read its ledger.</p>
    );
  return (
    <div className="month-proof">
      <Verdict proof={proof} />
      <DescriptionList
        items={[
          ...amounts.map(([label, name]) => [label, <Money key={name} cents={proof[name]} />] as const),
          ['Proved', <DateText key="proved" date={proof.provedAt} />],
          [
            'Seal',
            seal ? (
              <span key="seal">
                {plural(seal.entries, 'entry', 'entries')}, sealed <DateText date={seal.sealedAt} />
              </span>
            ) : (
              'The month is sealed on the 2nd of the following month'
            ),
          ],
        ]}
      />
      {seal && (
        <p className="quiet">
          SHA-256 <code className="seal-hash">{seal.hash}</code>
        </p>
      )}
    </div>
  );
}

const amounts = [
  ['Owed', 'owed'],
  ['Corrected', 'corrected'],
  ['Sent', 'sent'],
  ['Sent again', 'retried'],
  ['Received by the bank', 'acknowledged'],
  ['Returned', 'returned'],
  ['Completed', 'settled'],
  ['Canceled', 'canceled'],
  ['Sent externally', 'external'],
  ['Outstanding', 'outstanding'],
  ['Unexplained', 'unexplained'],
] as const satisfies readonly (readonly [string, keyof Proof])[];

function Verdict({ proof: { findingCount, unexplained, seal } }: { proof: Proof }) {
  const isGood = findingCount === 0;
  return (
    <div className={`alert alert-${isGood ? 'success' : 'error'}`}>
      <Icon name={isGood ? 'check-circle' : 'error'} />
      <div>
        <p className="alert-title">
          {isGood ? 'Every cent is explained' : plural(findingCount, 'finding', 'findings')}
        </p>
        <p>
          {isGood ? (
            'Every entry is unchanged, and every payment matches its entries.'
          ) : (
            <>
              <Money cents={unexplained} /> unexplained. See the differences below. Do not send payments of
              this month until they are resolved.
            </>
          )}
          {seal === 'broken' && ' The entries posted in this month no longer match its seal.'}
        </p>
      </div>
    </div>
  );
}
