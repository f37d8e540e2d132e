import { useState } from 'react';
import { Link } from 'react-router-dom';
import { privacy } from '../../shared/contracts/privacy.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { showDate, DateText } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { consentStateName, healthConsentText } from '../../shared/members/health-consent.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { caseKindName, caseForm, type OwnCase } from '../../shared/privacy/privacy-case.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { CaseBadge } from './case-badges.tsx';

type Consent = ResponseOf<typeof privacy.healthConsents>[number];

/** The consents of memberships in states that protect visits as consumer health data. */
function HealthConsents() {
  const { data } = useEndpoint(privacy.healthConsents, {});
  return data?.map((consent) => <ConsentCard key={consent.memberId} consent={consent} />);
}

const stateOf = ({ givenOn, withdrawnOn }: Consent): string => {
  if (withdrawnOn !== null) return `Withdrawn on ${showDate(withdrawnOn)}`;
  return givenOn === null ? 'Not given yet' : `Given on ${showDate(givenOn)}`;
};

function ConsentCard({ consent }: { consent: Consent }) {
  const { memberId, clubName, partnerName, state, givenOn, withdrawnOn } = consent;
  const isActive = givenOn !== null && withdrawnOn === null;
  return (
    <Card title={healthConsentText.heading}>
      <DescriptionList
        items={[
          ['Membership', [partnerName, clubName].filter(Boolean).join(', ')],
          ['Law', `State of ${consentStateName(state)}`],
          ['Your consent', stateOf(consent)],
        ]}
      />
      {healthConsentText.paragraphs.map((paragraph) => (
        <p key={paragraph} className="quiet">
          {paragraph}
        </p>
      ))}
      <div className="page-actions">
        {!isActive && <GiveButton memberId={memberId} />}
        {withdrawnOn === null && <WithdrawButton memberId={memberId} isActive={isActive} />}
      </div>
    </Card>
  );
}

function GiveButton({ memberId }: { memberId: string }) {
  const give = useAction(privacy.giveHealthConsent, privacy.healthConsents);
  const [ticked, setTicked] = useState({ collection: false, sharing: false });
  const isComplete = ticked.collection && ticked.sharing;
  const onGive = () => void give.act({ body: { memberId, collection: true, sharing: true } });
  return (
    <div className="health-consents">
      {(['collection', 'sharing'] as const).map((name) => (
        <label key={name} className="choice" htmlFor={`${memberId}-${name}`}>
          <input
            id={`${memberId}-${name}`}
            type="checkbox"
            checked={ticked[name]}
            onChange={({ target }) => setTicked({ ...ticked, [name]: target.checked })}
          />
          <span>{healthConsentText[name]}</span>
        </label>
      ))}
      <Button disabled={!isComplete} busy={give.running} busyLabel="Saving…" onClick={onGive}>
        Give consent
      </Button>
    </div>
  );
}

/** Members of earlier releases, who were not asked, can refuse. */
function WithdrawButton({ memberId, isActive }: { memberId: string; isActive: boolean }) {
  const action = isActive ? 'Withdraw consent' : 'Refuse consent';
  const withdraw = useAction(privacy.withdrawHealthConsent, privacy.healthConsents);
  const confirm = useConfirm();
  const onWithdraw = async () => {
    const isSure = await confirm({
      title: isActive ? 'Withdraw your consent?' : 'Refuse the consent?',
      text: 'From today on, we no longer collect your visits or share them, and you earn no further reimbursements. Reimbursements for visits before today are still paid. Your membership and its dues continue.',
      action,
      danger: true,
    });
    if (isSure) await withdraw.act({ body: { memberId } });
  };
  return (
    <Button busy={withdraw.running} busyLabel="Saving…" onClick={() => void onWithdraw()}>
      {action}
    </Button>
  );
}

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
