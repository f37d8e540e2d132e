import { useState } from 'react';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { fraudReviewForm, fraudRules } from '../../shared/bank-files/treasury-contract.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './bank-files.css';

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

export default function FraudPage() {
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
