import { Link, useParams } from 'react-router-dom';
import { privacy } from '../../shared/contracts/privacy.ts';
import {
  caseKindName,
  decisionForm,
  correctionForm,
  extensionForm,
} from '../../shared/privacy/privacy-case.ts';
import { pathTo } from '../app/addresses.ts';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { DateText, showDate } from '../ui/formatted-text.tsx';
import { CaseBadge } from './case-badges.tsx';
import { useState } from 'react';
import { download } from '../app/api.ts';
import { showFailure, useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { refetch } from '../app/refetch.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { dateInChicago } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

export function CasesPage() {
  return (
    <ListPage
      endpoint={privacy.cases}
      request={{}}
      title="Privacy requests"
      lead="Copies and corrections are due within 45 days, deletions within 30 days. Each deadline can be extended once."
      columns={columns}
      defaultSort="status"
      rowKey={({ owner, id }) => `${owner} ${id}`}
      search={{ label: 'Search by name or email' }}
      empty={{
        icon: 'check-circle',
        title: 'No privacy requests',
        text: 'Requests of members and visitors appear here.',
        searched: { title: 'No matches', text: 'Search for the beginning of a name or an email address.' },
      }}
    />
  );
}

const columns: readonly ListColumn<typeof privacy.cases>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: ({ owner, id, name }) => <Link to={pathTo('privacyCase', { owner, caseId: id })}>{name}</Link>,
  },
  { key: 'kind', title: 'Request', render: ({ kind }) => caseKindName(kind) },
  { key: 'filedAt', title: 'Filed', render: ({ filedAt }) => <DateText date={filedAt} /> },
  { key: 'dueOn', title: 'Due', kind: 'date', sortable: true },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <CaseBadge status={status} /> },
];

type Opened = 'extend' | 'correct' | 'close';

interface CaseProps {
  stored: Details;
}

function CaseActions({ stored }: CaseProps) {
  const [opened, setOpened] = useState<Opened>();
  const onClose = () => setOpened(undefined);
  const isExtended = stored.actions.some(({ name }) => name === 'extended');
  return (
    <Card title="Next steps">
      <div className="page-actions">
        {stored.kind === 'access' && <ExportButton stored={stored} />}
        {stored.kind === 'correction' && (
          <Button kind="action" onClick={() => setOpened('correct')}>
            Correct the data
          </Button>
        )}
        {stored.kind === 'deletion' && <EraseButton stored={stored} />}
        {stored.kind !== 'access' && <NotifyButton stored={stored} />}
        {!isExtended && <Button onClick={() => setOpened('extend')}>Extend the deadline</Button>}
        <Button onClick={() => setOpened('close')}>Close the request</Button>
      </div>
      {opened === 'extend' && <ExtendPopup stored={stored} onClose={onClose} />}
      {opened === 'correct' && <CorrectPopup stored={stored} onClose={onClose} />}
      {opened === 'close' && <ClosePopup stored={stored} onClose={onClose} />}
    </Card>
  );
}

const paramsOf = ({ owner, id }: Details) => ({ owner, caseId: id });

function ExportButton({ stored }: CaseProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await download(privacy.exportFile, { params: paramsOf(stored) }).catch(showFailure);
    setBusy(false);
    await refetch(privacy.caseDetails);
  };
  return (
    <Button kind="action" icon="download" busy={busy} busyLabel="Exporting…" onClick={() => void save()}>
      Export the data
    </Button>
  );
}

function EraseButton({ stored }: CaseProps) {
  const erase = useAction(privacy.erase, privacy.caseDetails);
  const confirm = useConfirm();
  const [retained, setRetained] = useState<readonly string[]>();
  const carryOut = async () => {
    const isSure = await confirm({
      title: `Erase the data of ${stored.name}?`,
      text: 'Names, addresses, the login, and bank accounts without recent payments are erased. This cannot be undone. Only former members can be erased.',
      action: 'Erase data',
      danger: true,
    });
    if (!isSure) return;
    const response = await erase.act({ params: paramsOf(stored) });
    if (response) setRetained(response.retained);
  };
  return (
    <>
      <Button busy={erase.running} busyLabel="Erasing…" onClick={() => void carryOut()}>
        Erase the data
      </Button>
      <Popup open={retained !== undefined} title="Retained records" onClose={() => setRetained(undefined)}>
        <ul>
          {retained?.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Popup>
    </>
  );
}

function NotifyButton({ stored }: CaseProps) {
  const notify = useAction(privacy.notifyRecipients, privacy.caseDetails);
  return (
    <Button
      disabled={!stored.actions.some(({ name }) => name === 'corrected' || name === 'erased')}
      busy={notify.running}
      busyLabel="Notifying…"
      onClick={() => void notify.act({ params: paramsOf(stored) })}
    >
      Notify partner and club
    </Button>
  );
}

interface PopupProps extends CaseProps {
  onClose: () => void;
}

function ExtendPopup({ stored, onClose }: PopupProps) {
  const extend = useAction(privacy.extendCase, privacy.caseDetails);
  return (
    <Popup open title="Extend the deadline" onClose={onClose}>
      <p>The deadline moves by 45 days, once. {stored.name} receives an email with your reason.</p>
      <Form
        schema={extensionForm}
        initial={{ reason: '' }}
        submitLabel="Extend deadline"
        busyLabel="Extending…"
        guard={false}
        onSubmit={async ({ reason }) => {
          await extend.run({ params: paramsOf(stored), body: { reason, version: stored.version } });
          onClose();
        }}
      >
        <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
      </Form>
    </Popup>
  );
}

function CorrectPopup({ stored, onClose }: PopupProps) {
  const correct = useAction(privacy.correct, privacy.caseDetails);
  return (
    <Popup open title={`Correct the data of ${stored.name}`} onClose={onClose}>
      <p>Fill in the fields that change, for all memberships and the login. Empty fields stay as they are.</p>
      <Form
        schema={correctionForm}
        initial={{ firstName: '', lastName: '', phone: '', dateOfBirth: '' }}
        submitLabel="Correct data"
        busyLabel="Correcting…"
        guard={false}
        onSubmit={async (values) => {
          await correct.run({ params: paramsOf(stored), body: { ...values, version: stored.version } });
          onClose();
        }}
      >
        <Field name="firstName" autoComplete="off" />
        <Field name="lastName" autoComplete="off" />
        <Field name="phone" autoComplete="off" />
        <Field name="dateOfBirth" autoComplete="off" />
      </Form>
    </Popup>
  );
}

function ClosePopup({ stored, onClose }: PopupProps) {
  const close = useAction(privacy.closeCase, privacy.caseDetails);
  return (
    <Popup open title="Close the request" onClose={onClose}>
      <p>{stored.name} receives an email with the outcome and your answer.</p>
      <Form
        schema={decisionForm}
        initial={{ outcome: 'completed', answer: '' }}
        submitLabel="Close request"
        busyLabel="Closing…"
        guard={false}
        onSubmit={async (values) => {
          await close.run({ params: paramsOf(stored), body: { ...values, version: stored.version } });
          onClose();
        }}
      >
        <Field name="outcome" kind="select" />
        <Field name="answer" rows={4} hint="10 to 1,000 characters. For a refusal: the reason." />
      </Form>
    </Popup>
  );
}

export type Details = ResponseOf<typeof privacy.caseDetails>;

export default function CasePage() {
  const { owner = '', caseId = '' } = useParams();
  const { data, error, retrying, reload } = useEndpoint(privacy.caseDetails, { params: { owner, caseId } });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  return (
    <>
      <PageHeading title={`${caseKindName(data.kind)}: ${data.name}`} />
      <Card title="Request">
        <RequestDetails stored={data} />
      </Card>
      {data.status === 'open' && <CaseActions stored={data} />}
      {data.actions.length > 0 && (
        <Card title="History">
          <DescriptionList
            items={data.actions.map(({ name, at, whoName, detail }) => [
              showDate(dateInChicago(new Date(at))),
              `${actionNames[name]} by ${whoName || 'a former administrator'}${detail && `: ${detail}`}`,
            ])}
          />
        </Card>
      )}
    </>
  );
}

const actionNames: Record<Details['actions'][number]['name'], string> = {
  extended: 'Deadline extended',
  exported: 'Data exported',
  corrected: 'Corrected',
  erased: 'Erased',
  notified: 'Recipients notified',
};

const RequestDetails = ({ stored }: { stored: Details }) => (
  <DescriptionList
    items={[
      ['Status', <CaseBadge key="status" status={stored.status} />],
      ['Filed', <DateText key="filed" date={stored.filedAt} />],
      ['Due', showDate(stored.dueOn)],
      ['Email', stored.email],
      ['Identity', stored.hasLogin ? 'Verified by login' : 'Verified by email link'],
      ['Details', stored.details],
      ...(stored.answer ? [['Answer', stored.answer] as const] : []),
      [
        'Memberships',
        stored.memberships.length === 0
          ? 'None'
          : stored.memberships.map(({ memberId, name, partnerName, statusName, facilityName }) => (
              <span key={memberId} className="case-membership">
                <Link to={pathTo('member', { memberId })}>{name}</Link>,{' '}
                {[partnerName, facilityName, statusName].filter(Boolean).join(', ')}
              </span>
            )),
      ],
    ]}
  />
);
