import { Link } from 'react-router-dom';
import { useState } from 'react';
import { accounts } from '../../shared/contracts/accounts.ts';
import { insuranceLabels, type InsuranceInfo } from '../../shared/accounts/insurance-info.ts';
import { firstVersionWithFile } from '../../shared/enrollment/agreement-text.ts';
import { files } from '../../shared/contracts/files.ts';
import { programPaymentTypes } from '../../shared/programs.ts';
import { statementFormats } from '../../shared/accounts/statement.ts';
import { members } from '../../shared/contracts/members.ts';
import { pathTo } from '../app/addresses.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { useMemberIds } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { PhoneText } from '../ui/formatted-text.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { now } from '../platform/time-and-chance.ts';
import { EndMembership } from './EndMembership.tsx';
import './accounts.css';
import '../members/members.css';

export default function InsurancePage() {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(
    accounts.insuranceInfo,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  return (
    <>
      <PageHeading title="Memberships" lead="Your program’s benefits and the club it covers." />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState icon="user" title="You have no membership yet" />
      ) : (
        data.map((membership) => <Membership key={membership.memberId} membership={membership} />)
      )}
    </>
  );
}

const Membership = ({ membership }: { membership: InsuranceInfo }) => (
  <Card
    title={membership.name}
    footer={membership.showMemberLegalContractLink && <Contract {...membership} />}
  >
    <DescriptionList items={membership.insuranceInfoItems.map(labeledItem)} />
    <Table
      caption="Related Clubs"
      columns={facilityColumns}
      rows={membership.relatedFacilities}
      rowKey={({ facilityName, facilityAddress }) => `${facilityName} ${facilityAddress}`}
    />
    <StatementOfYear memberId={membership.memberId} name={membership.name} />
    <EndMembership memberId={membership.memberId} name={membership.name} />
  </Card>
);

const labeledItem = ({ key, value }: { key: string; value: string }): readonly [string, string] =>
  key === insuranceLabels.programPaymentTypeId
    ? ['Program', programPaymentTypes.find(({ id }) => String(id) === value)?.name ?? value]
    : [key, value];

type Facility = InsuranceInfo['relatedFacilities'][number];

const facilityColumns: readonly Column<Facility>[] = [
  { key: 'facilityName', title: 'Club' },
  {
    key: 'facilityAddress',
    title: 'Address',
    wrap: true,
    width: '320px',
    render: (facility) =>
      `${facility.facilityAddress}, ${facility.facilityCity}, ${facility.facilityState} ${facility.facilityZipcode}`,
  },
  {
    key: 'facilityPhone',
    title: 'Phone',
    render: ({ facilityPhone }) => <PhoneText number={facilityPhone} />,
  },
  { key: 'facilityWebsite', title: 'Website' },
];

/** Agreements from version 4 on are a signed file; earlier ones have a page (spec 3 §4). */
function Contract({
  memberId,
  documentAgreementVersion,
  agreementPartitionKey: partitionKey,
  agreementRowKey: rowKey,
}: InsuranceInfo) {
  if (documentAgreementVersion < firstVersionWithFile || partitionKey === null || rowKey === null)
    return (
      <p className="card-links">
        <Link to={pathTo('ownLegalContract', {}, { member: memberId })}>Legal Contract</Link>
      </p>
    );
  return (
    <Button
      icon="download"
      onClick={() => void download(files.get, { params: { partitionKey, rowKey } }).catch(showFailure)}
    >
      Legal Contract
    </Button>
  );
}

const titles = { pdf: 'Download PDF', xlsx: 'Download Excel' } as const;

function StatementOfYear({ memberId, name }: { memberId: string; name: string }) {
  const memberIds = useMemberIds();
  const { data } = useEndpoint(members.facilityInfo, { query: { memberIds } });
  const [thisYear] = useState(() => now().getFullYear());
  const [chosen, setChosen] = useState<string>();
  const [running, setRunning] = useState<string>();
  const since = Number(
    data?.find((enrollment) => enrollment.memberId === memberId)?.facilityEnrollmentDate?.slice(0, 4),
  );
  if (!since) return null;
  const years = Array.from({ length: Math.max(1, thisYear - since + 1) }, (_, index) =>
    String(thisYear - index),
  );
  const year = chosen ?? String(thisYear);
  const save = async (format: (typeof statementFormats)[number]) => {
    setRunning(format);
    await download(accounts.statement, { query: { memberId, year: Number(year), format } })
      .catch(showFailure)
      .finally(() => setRunning(undefined));
  };
  return (
    <section className="statement-of-year" aria-label={`Statement, ${name}`}>
      <LabeledSelect
        label="Statement of dues and reimbursements"
        value={year}
        options={years.map((year) => ({ id: year, name: year }))}
        onChange={setChosen}
      />
      {statementFormats.map((format) => (
        <Button
          key={format}
          icon="download"
          busy={running === format}
          busyLabel="Preparing…"
          onClick={() => void save(format)}
        >
          {titles[format]}
        </Button>
      ))}
    </section>
  );
}
