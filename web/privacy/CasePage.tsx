import { Link, useParams } from 'react-router-dom';
import { dateInChicago } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { caseKindName } from '../../shared/privacy/privacy-case.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { DateText, showDate } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { CaseActions } from './CaseActions.tsx';
import { CaseBadge } from './case-badges.tsx';

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
