import { useState } from 'react';
import type { FacilityUsagesGroup } from '../../shared/visits/usage-log.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { missingVisitForm, reportStatuses } from '../../shared/visits/missing-visit.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { showDate } from '../ui/DateText.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { FailedState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FacilityField } from './FacilityField.tsx';

export function MissingVisits({ memberId, group }: { memberId: string; group: FacilityUsagesGroup }) {
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
        Name a day from {showDate(from)} to {showDate(to)} on which you checked in and no visit is shown. Your
        club answers, and we email you.
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
