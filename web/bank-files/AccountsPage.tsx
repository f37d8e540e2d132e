import { useState } from 'react';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { fraudReviewForm, fraudRules, prenotesForm } from '../../shared/bank-files/treasury-contract.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FailedState, SkeletonLines, EmptyState } from '../ui/states.tsx';
import './bank-files.css';
import { bankFlows, bankFlowTable, type BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import { boundRequest } from '../app/bound-request.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { Button } from '../ui/Button.tsx';
import { Table } from '../ui/Table.tsx';
import { Popup } from '../ui/Popup.tsx';
import { accountColumns } from './account-columns.tsx';
import { InboxProgress } from './InboxProgress.tsx';

type Monitoring = ResponseOf<typeof bankFiles.getFraudMonitoring>;

const hitsOf = (hits: number | null): string =>
  hits === null
    ? 'Not counted: this rule refuses or delays.'
    : `${hits.toLocaleString('en-US')} ${hits === 1 ? 'hit' : 'hits'} in 12 months`;

const Rules = ({ rules }: { rules: Monitoring['rules'] }) => (
  <Card title="Monitoring rules">
    <DescriptionList
      items={rules.map(({ id, hits }) => {
        const rule = fraudRules.find((option) => option.id === id);
        return [
          rule?.name ?? id,
          <span key={id} className="bank-payee">
            <strong>{hitsOf(hits)}</strong>
            <span className="quiet">{rule?.watches}</span>
          </span>,
        ] as const;
      })}
    />
  </Card>
);

export function FraudPage() {
  const { data, error, reload, retrying } = useEndpoint(bankFiles.getFraudMonitoring, {});
  return (
    <>
      <PageHeading
        title="Fraud monitoring"
        lead="Rules that monitor every file, account, and return. Nacha requires a review once a year."
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <>
          <Review monitoring={data} onDone={reload} />
          <Rules rules={data.rules} />
        </>
      ) : (
        <Card title="Yearly review">
          <SkeletonLines lines={4} />
        </Card>
      )}
    </>
  );
}

function Review({ monitoring, onDone }: { monitoring: Monitoring; onDone: () => void }) {
  const { review, isDue, version } = monitoring;
  const record = useAction(bankFiles.recordFraudReview);
  const [saved, setSaved] = useState(0);
  return (
    <Card
      title="Yearly review"
      aside={<StatusBadge color={isDue ? 'orange' : 'green'} label={isDue ? 'Review due' : 'Up to date'} />}
    >
      <div className="bank-check">
        {review ? (
          <p>
            Last review <DateText date={review.reviewedOn} /> by {review.reviewedByName}: “{review.note}” The
            next one is due by <DateText date={review.nextBy} />.
          </p>
        ) : (
          <p>No review recorded yet.</p>
        )}
        <Form
          key={`${version} ${saved}`}
          schema={fraudReviewForm}
          initial={{ note: '' }}
          guard={false}
          safe="Nothing was recorded."
          submitLabel="Record today’s review"
          submitKind="primary"
          busyLabel="Recording…"
          onSubmit={async ({ note }) => {
            await record.run({ body: { note, version } });
            setSaved((times) => times + 1);
            onDone();
          }}
        >
          <Field name="note" hint="What you reviewed and what you changed." />
        </Form>
      </div>
    </Card>
  );
}

export default function AccountsPage() {
  const [prenoteBankFlow, setPrenoteBankFlow] = useState<BankFlow>();
  const { pages, ...list } = usePages(bankFiles.listWaitingAccounts, { query: {} });
  const rows = pages.flatMap(({ items }) => items);
  const flows = bankFlows.filter((bankFlowToSend) =>
    rows.some(({ state, bankFlow }) => state === 'prenote needed' && bankFlow === bankFlowToSend),
  );
  return (
    <>
      <PageHeading
        title="Waiting accounts"
        lead="Bank accounts that payments do not use yet or no longer use, and when that changes."
        actions={
          <>
            <DownloadButton of={boundRequest(bankFiles.downloadWaitingAccounts, {})} />
            {flows.map((bankFlow) => (
              <Button key={bankFlow} kind="primary" onClick={() => setPrenoteBankFlow(bankFlow)}>
                Send prenotes: {bankFlowTable[bankFlow].label.toLowerCase()}
              </Button>
            ))}
          </>
        }
      />
      <Table
        caption="Waiting accounts"
        captionHidden
        columns={accountColumns}
        {...list}
        rows={rows}
        rowKey={({ payeeToken }) => payeeToken}
        empty={
          <EmptyState
            icon="check-circle"
            title="No accounts are waiting"
            text="All bank accounts can be used. New accounts appear here if the bank settings require prenotes."
          />
        }
      />
      {prenoteBankFlow && (
        <PrenotesPopup
          bankFlow={prenoteBankFlow}
          onClose={(isSent) => {
            setPrenoteBankFlow(undefined);
            if (isSent) list.reload();
          }}
        />
      )}
    </>
  );
}

function PrenotesPopup({ bankFlow, onClose }: { bankFlow: BankFlow; onClose: (isSent: boolean) => void }) {
  const send = useAction(bankFiles.sendPrenotes);
  const [sent, setSent] = useState<ResponseOf<typeof bankFiles.sendPrenotes>>();
  const close = () => onClose(sent !== undefined);
  return (
    <Popup
      open
      size="small"
      title={`Send prenotes: ${bankFlowTable[bankFlow].label.toLowerCase()}`}
      onClose={close}
    >
      <div className="bank-check">
        {sent ? (
          <>
            <p>{sent.message}</p>
            <InboxProgress jobId={sent.jobId} onDone={() => undefined} />
            <Button kind="primary" onClick={close}>
              Close
            </Button>
          </>
        ) : (
          <>
            <p>
              A prenote is a $0.00 entry that verifies a new account with its bank. No money moves. The
              accounts can be used three banking days after the prenotes settle.
            </p>
            <Form
              schema={prenotesForm}
              initial={{ bankFlow, pin: '' }}
              guard={false}
              safe="Nothing was sent."
              submitLabel="Send prenotes"
              submitKind="action"
              busyLabel="Sending…"
              actions={<Button onClick={close}>Back</Button>}
              onSubmit={async ({ pin }) => {
                setSent(await send.run({ body: { bankFlow, pin } }));
              }}
            >
              <Field name="pin" autoComplete="off" />
            </Form>
          </>
        )}
      </div>
    </Popup>
  );
}
