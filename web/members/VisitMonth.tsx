import { useState } from 'react';
import type { FacilityUsagesGroup, DailyUsage } from '../../shared/visits/usage-log.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { missingVisitForm, reportStatuses } from '../../shared/visits/missing-visit.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { FailedState, EmptyState, SkeletonLines, Notice } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FacilityField } from './FacilityField.tsx';
import { members } from '../../shared/contracts/members.ts';
import { showVisitTime } from '../../shared/visits/visit.ts';
import { addDays, daysInPeriod, periodStart, weekday } from '../../shared/calendar.ts';
import { useAddress } from '../app/address.ts';
import { Card } from '../ui/Card.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { Icon } from '../ui/Icon.tsx';

function MissingVisits({ memberId, group }: { memberId: string; group: FacilityUsagesGroup }) {
  const { usagePeriod, reportedUntil } = group;
  const [asking, setAsking] = useState(false);
  const { data, error, retrying, reload } = useEndpoint(visits.ownReports, {
    query: { memberId, periodId: usagePeriod.id },
  });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data || (data.reports.length === 0 && reportedUntil === null)) return null;
  return (
    <section className="missing-visits" aria-label="Missing visits">
      {data.reports.length > 0 && (
        <ul>
          {data.reports.map(({ date, facilityName, status, answer }) => {
            const option = reportStatuses.find(({ id }) => id === status);
            return (
              <li key={date}>
                <span>
                  {showDate(date)}, {facilityName}
                </span>
                {option && <StatusBadge color={option.color} label={option.name} />}
                {answer !== '' && <span className="quiet">{answer}</span>}
              </li>
            );
          })}
        </ul>
      )}
      {reportedUntil !== null && <Button onClick={() => setAsking(true)}>Report a missing visit</Button>}
      {asking && (
        <ReportForm
          memberId={memberId}
          ownReports={data}
          onDone={() => {
            setAsking(false);
            reload();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

interface ReportFormProps {
  memberId: string;
  ownReports: ResponseOf<typeof visits.ownReports>;
  onDone: () => void;
  onClose: () => void;
}

function ReportForm({ memberId, ownReports, onDone, onClose }: ReportFormProps) {
  const report = useAction(visits.reportMissing);
  const { clubs, mayNameOthers, from, to } = ownReports;
  return (
    <Popup open title="Report a missing visit" onClose={onClose}>
      <p>
        {from === to
          ? `You can report ${showDate(to)} if you checked in on it and no visit is shown.`
          : `Name a day from ${showDate(from)} to ${showDate(to)} on which you checked in and no visit is shown.`}{' '}
        Your club answers, and we email you.
      </p>
      <Form
        schema={missingVisitForm}
        initial={{ date: '', facilityId: clubs[0]?.id ?? '', note: '' }}
        submitLabel="Send report"
        busyLabel="Sending…"
        guard={false}
        onSubmit={async (body) => {
          await report.run({ body: { ...body, memberId } });
          onDone();
        }}
      >
        <Field name="date" autoComplete="off" />
        {mayNameOthers ? (
          <FacilityField
            endpoint={visits.reportableClubs}
            memberId={memberId}
            facilities={clubs}
            hint="Type a name, city or ZIP code to find another club of your chain."
          />
        ) : (
          <Field
            name="facilityId"
            kind="select"
            options={clubs.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Field name="note" hint="For example the class that you came for." />
      </Form>
    </Popup>
  );
}

interface VisitMonthProps {
  current: FacilityUsagesGroup;
  /** Which block of the page it is, from 0: each keeps its month in the address. */
  index: number;
}

export function VisitMonth({ current, index }: VisitMonthProps) {
  const name = index === 0 ? 'month' : `month${index + 1}`;
  const [chosen, change] = useAddress(name);
  const isAvailable = current.availableUsagePeriods.some(({ id }) => id === chosen[name]);
  const periodId = isAvailable ? (chosen[name] ?? current.usagePeriod.id) : current.usagePeriod.id;
  const isCurrent = periodId === current.usagePeriod.id;
  const { data, error, retrying, reload } = useEndpoint(
    members.facilityUsagesGroup,
    isCurrent ? null : { query: { memberId: current.memberId, periodId } },
  );
  const group = isCurrent ? current : data;
  return (
    <Card title={current.facilityName}>
      {current.holdNotice !== null && <Notice>{current.holdNotice}</Notice>}
      <div className="visit-month-head">
        <p className="quiet">{current.facilityAddress}</p>
        <LabeledSelect
          label="Visit Month"
          value={periodId}
          options={current.availableUsagePeriods.map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
          onChange={(value) => change({ [name]: value === current.usagePeriod.id ? undefined : value })}
        />
      </div>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !group ? (
        <SkeletonLines lines={6} />
      ) : (
        <>
          <MonthOfVisits group={group} />
          {group.isInDetail && <MissingVisits memberId={current.memberId} group={group} />}
        </>
      )}
    </Card>
  );
}

/** "7 visits in October 2026", and for a month that is not closed until when it may grow. */
function totalMessage({ monthlyTotal, usagePeriod, reportedUntil }: FacilityUsagesGroup): string {
  const visits = `${monthlyTotal} ${monthlyTotal === 1 ? 'visit' : 'visits'} in ${usagePeriod.yearMonth}`;
  return reportedUntil === null
    ? `${visits}.`
    : `${visits} so far; clubs report until ${showDate(reportedUntil)}.`;
}

function MonthOfVisits({ group }: { group: FacilityUsagesGroup }) {
  const { usagePeriod, dailyUsages, isInDetail, isAfFacility } = group;
  return (
    <>
      <p className="visit-total" aria-live="polite">
        {totalMessage(group)}
      </p>
      <p className="quiet">
        {group.sharesVisitDays
          ? 'Your employer or insurer sees the date and the club of each visit, not the time.'
          : 'Your employer or insurer sees only how many visits you make per month.'}
        {!group.sharesVisitDays &&
          group.willShareVisitDays &&
          ' Once you sign the current agreement, it also sees the date and the club of each visit.'}
      </p>
      {!isInDetail ? (
        <p className="quiet">Single visits are shown for 25 months. Of earlier months we keep the total.</p>
      ) : (
        <div className="visit-month">
          <MonthCalendar periodId={usagePeriod.id} days={dailyUsages} />
          <Table
            caption={`Visits in ${usagePeriod.yearMonth}`}
            captionHidden
            columns={columns}
            rows={dailyUsages}
            rowKey={({ date, time, facilityName }) => `${date} ${time} ${facilityName}`}
            empty={
              <EmptyState
                icon="calendar"
                title={`No visits in ${usagePeriod.yearMonth}`}
                text="Check in at every visit: clubs report by the 8th of the next month."
              />
            }
          />
        </div>
      )}
      {isAfFacility && (
        <p className="quiet">
          All your visits are shown under your home club, also those to other Anytime Fitness clubs.
        </p>
      )}
    </>
  );
}

const columns: readonly Column<DailyUsage>[] = [
  { key: 'date', title: 'Visit Date', kind: 'date' },
  { key: 'time', title: 'Time', render: ({ time }) => showVisitTime(time) },
  { key: 'facilityName', title: 'Club', wrap: true },
  {
    key: 'explanation',
    title: 'Counted',
    render: ({ counted, explanation }) => (
      <StatusBadge color={counted ? 'green' : 'yellow'} label={explanation} />
    ),
  },
];

interface MonthCalendarProps {
  /** `yyyymm`. */
  periodId: string;
  days: readonly Pick<DailyUsage, 'date' | 'counted'>[];
}

const weekdays = ['S', 'M', 'T', 'W', 'T', 'F', 'S'];

function MonthCalendar({ periodId, days }: MonthCalendarProps) {
  const counted = new Set(days.filter((day) => day.counted).map(({ date }) => date));
  const visitDates = new Set(days.map(({ date }) => date));
  const first = periodStart(periodId);
  const dates = Array.from({ length: daysInPeriod(periodId) }, (_, index) => addDays(first, index));
  return (
    <div className="month-calendar" aria-hidden>
      {weekdays.map((day, index) => (
        <span key={index} className="month-weekday">
          {day}
        </span>
      ))}
      {Array.from({ length: weekday(first) }, (_, index) => (
        <span key={`before ${index}`} />
      ))}
      {dates.map((date) => (
        <span
          key={date}
          className="month-day"
          data-visit={counted.has(date) ? 'counted' : visitDates.has(date) ? 'kept' : undefined}
        >
          {Number(date.slice(8))}
          {counted.has(date) && <Icon name="check" size={14} />}
        </span>
      ))}
    </div>
  );
}
