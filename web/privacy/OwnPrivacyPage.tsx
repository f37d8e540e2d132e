import { useState } from 'react';
import { Link } from 'react-router-dom';
import { privacy } from '../../shared/contracts/privacy.ts';
import { caseKindName } from '../../shared/privacy/privacy-case.ts';
import { caseForm, type OwnCase } from '../../shared/privacy/privacy-forms.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { DateText, showDate } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { HealthConsents } from './HealthConsents.tsx';
import { CaseBadge } from './case-badges.tsx';

export default function OwnPrivacyPage() {
  const { data, error, retrying, reload } = useEndpoint(privacy.ownCases, {});
  return (
    <>
      <PageHeading
        title="Privacy"
        lead={
          <>
            Request a copy, a correction, or the deletion of your data. Your rights are in our{' '}
            <Link to={`${pathTo('privacy')}#your-choices`}>privacy notice</Link>.
          </>
        }
      />
      <HealthConsents />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={5} />
      ) : (
        <>
          {data.map((own) => (
            <CaseCard key={own.id} own={own} />
          ))}
          <RequestCard />
        </>
      )}
    </>
  );
}

function CaseCard({ own }: { own: OwnCase }) {
  const withdraw = useAction(privacy.withdrawCase, privacy.ownCases);
  const { id, kind, status, filedAt, dueOn, isExtended, details, answer } = own;
  return (
    <Card title={caseKindName(kind)}>
      <DescriptionList
        items={[
          ['State', <CaseBadge key="state" status={status} />],
          ['Filed', <DateText key="filed" date={filedAt} />],
          ...(status === 'open'
            ? [['Response by', `${showDate(dueOn)}${isExtended ? ' (extended)' : ''}`] as const]
            : []),
          ...(details ? [['Details', details] as const] : []),
          ...(answer ? [['Answer', answer] as const] : []),
        ]}
      />
      {status === 'open' && (
        <div className="page-actions">
          <Button
            busy={withdraw.running}
            busyLabel="Withdrawing…"
            onClick={() => void withdraw.act({ params: { caseId: id } })}
          >
            Withdraw request<span className="hidden-text"> ({caseKindName(kind)})</span>
          </Button>
        </div>
      )}
    </Card>
  );
}

function RequestCard() {
  const file = useAction(privacy.fileOwnCase, privacy.ownCases);
  const confirm = useConfirm();
  const [filed, setFiled] = useState(0);
  return (
    <Card title="New request">
      <Form
        key={filed}
        schema={caseForm}
        initial={{ kind: 'access', details: '' }}
        submitLabel="Send request"
        busyLabel="Sending…"
        onSubmit={async (body) => {
          const isSure =
            body.kind !== 'deletion' ||
            (await confirm({
              title: 'Request the deletion of your data?',
              text: 'Your membership ends first: visits no longer count, and no further reimbursement is earned. Payments and signed agreements are retained as the law requires. You can withdraw the request until it is carried out.',
              action: 'Request deletion',
            }));
          if (!isSure) return false;
          await file.run({ body });
          setFiled(filed + 1);
          return true;
        }}
      >
        <Field name="kind" kind="select" width="medium" />
        <Field
          name="details"
          rows={4}
          hint="For a correction: what is wrong, and how it should read. Do not send health records, account numbers, or passwords."
        />
      </Form>
    </Card>
  );
}
