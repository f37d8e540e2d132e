import { useState } from 'react';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { useFileText } from '../app/files.ts';
import { MemberName } from '../app/MemberName.tsx';
import { Button } from '../ui/Button.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { ReviewBox } from './Approval.tsx';
import type { BankFileCalls } from './calls.ts';
import { ExcludedPayments } from './ExcludedPayments.tsx';

interface ConfirmationProps {
  checked: CheckResponse;
  calls: BankFileCalls;
  isLarge: boolean;
}

export function Confirmation({ checked, calls, isLarge }: ConfirmationProps) {
  const [asText, setAsText] = useState(false);
  const { debit, credit } = checked.totals;
  return (
    <div className="bank-check">
      <p className="bank-message">{checked.message}</p>
      <DescriptionList
        items={[
          ['Payments', checked.paymentCount.toLocaleString('en-US')],
          ...(debit > 0 ? [['Total debits', <Money key="debit" cents={debit} />] as const] : []),
          ...(credit > 0 ? [['Total credits', <Money key="credit" cents={credit} />] as const] : []),
          ['Effective date', <DateText key="date" date={checked.effectiveDate} />],
          ['Files', checked.files.length.toLocaleString('en-US')],
        ]}
      />
      <div className="bank-preview-head">
        <h3>Preview</h3>
        {isLarge ? (
          <p className="quiet">The bank’s text is in the preview download.</p>
        ) : (
          <fieldset className="bank-switch">
            <legend className="hidden-text">Show the preview as</legend>
            <Button
              small
              aria-pressed={!asText}
              kind={asText ? 'plain' : 'primary'}
              onClick={() => setAsText(false)}
            >
              Table
            </Button>
            <Button
              small
              aria-pressed={asText}
              kind={asText ? 'primary' : 'plain'}
              onClick={() => setAsText(true)}
            >
              Bank’s text
            </Button>
          </fieldset>
        )}
      </div>
      {asText ? (
        <PreviewText calls={calls} runHash={checked.runHash ?? ''} />
      ) : (
        <PreviewTable checked={checked} />
      )}
      <Review checked={checked} />
      <ExcludedPayments state={checked} showsReasons />
    </div>
  );
}

const warnings = [
  ['newAccounts', 'account used for the first time', 'accounts used for the first time'],
  [
    'changedAccounts',
    'account that changed since the last file',
    'accounts that changed since the last file',
  ],
  ['unusualAmounts', 'unusually high amount', 'unusually high amounts'],
  ['changedNames', 'name altered for the bank', 'names altered for the bank'],
  ['shortenedNames', 'name shortened to 22 letters', 'names shortened to 22 letters'],
] as const;

/** Parts of warnings that a reason of the approval may already state. */
const accountWarnings = ['used for the first time', 'changed since the last file'];

function Review({ checked: { approval, counts } }: { checked: CheckResponse }) {
  const stated = accountWarnings.filter((part) => approval?.reasons.some((reason) => reason.includes(part)));
  const present = warnings.filter(
    ([key, value]) => counts[key] > 0 && !stated.some((part) => value.includes(part)),
  );
  const texts = present.map(
    ([key, value, many]) => `${counts[key].toLocaleString('en-US')} ${counts[key] === 1 ? value : many}.`,
  );
  return <ReviewBox approval={approval} warnings={texts} />;
}

type Line = CheckResponse['lines'][number];
const colors = {
  retry: 'orange',
  'new account': 'blue',
  'changed account': 'orange',
  'unusual amount': 'beet',
  'name changed': 'yellow',
  'name shortened': 'yellow',
} as const;
const words = {
  retry: 'Retry',
  'new account': 'New account',
  'changed account': 'Changed account',
  'unusual amount': 'Unusual amount',
  'name changed': 'Name altered',
  'name shortened': 'Name shortened',
} as const;

const columnsOf = (isDebit: boolean): readonly Column<Line>[] => [
  {
    key: 'name',
    title: isDebit ? 'Payer' : 'Payee',
    render: ({ memberId, name, number, nameOnAccount }) => (
      <span className="bank-payee">
        <MemberName memberId={memberId} name={name} />
        {number && <span className="quiet number">{number}</span>}
        {nameOnAccount !== name && <span className="quiet">Account holder {nameOnAccount}</span>}
      </span>
    ),
  },
  { key: 'nameAtBank', title: 'Name at the bank' },
  { key: 'accountNumber', title: 'Account' },
  { key: 'amount', title: 'Amount', kind: 'money' },
  {
    key: 'notes',
    title: 'Review',
    render: ({ notes }) => (
      <span className="bank-notes">
        {notes.map((note) => (
          <StatusBadge key={note} color={colors[note]} label={words[note]} icon="info" />
        ))}
      </span>
    ),
  },
];

const PreviewTable = ({ checked }: { checked: CheckResponse }) => (
  <>
    <Table
      caption="Payments in the file"
      captionHidden
      compact
      columns={columnsOf(checked.totals.debit > 0)}
      rows={checked.lines}
      rowKey={({ trace }) => trace}
      height="320px"
    />
    {checked.paymentCount > checked.lines.length && (
      <p className="quiet">
        The first {checked.lines.length} of {checked.paymentCount.toLocaleString('en-US')} payments, starting
        with those to review. The download contains all payments.
      </p>
    )}
  </>
);

const maxLines = 500;

function PreviewText({ calls, runHash }: { calls: BankFileCalls; runHash: string }) {
  const { data, error, reload, retrying } = useFileText(calls.file, runHash);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (data === undefined) return <SkeletonLines lines={6} />;
  const lines = data.split('\n');
  return (
    <>
      <p className="quiet">The file ID modifier and the trace numbers are assigned when the file is sent.</p>
      {/* Scrollable regions must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="bank-text" aria-label="File with masked accounts" tabIndex={0}>
        {lines.slice(0, maxLines).join('\n')}
      </pre>
      {lines.length > maxLines && (
        <p className="quiet">
          The first {maxLines} of {lines.length.toLocaleString('en-US')} lines. The download contains all
          lines.
        </p>
      )}
    </>
  );
}
