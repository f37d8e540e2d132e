import { useState, useEffect, useId } from 'react';
import { useController } from 'react-hook-form';
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
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { FieldFrame } from '../ui/FieldFrame.tsx';
import { SearchSelect } from '../ui/SearchSelect.tsx';

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
            const shown = reportStatuses.find(({ id }) => id === status);
            return (
              <li key={date}>
                <span>
                  {showDate(date)}, {facilityName}
                </span>
                {shown && <StatusBadge color={shown.color} label={shown.name} />}
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
          known={data}
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
  known: ResponseOf<typeof visits.ownReports>;
  onDone: () => void;
  onClose: () => void;
}

function ReportForm({ memberId, known, onDone, onClose }: ReportFormProps) {
  const report = useAction(visits.reportMissing);
  const { clubs, mayNameOthers, from, to } = known;
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
          <ReportedClub memberId={memberId} clubs={clubs} />
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

/** Milliseconds without a key before clubs are looked for (spec 3 §9). */
const waitMs = 400;

interface ReportedClubProps {
  memberId: string;
  clubs: readonly { id: string; name: string }[];
}

function ReportedClub({ memberId, clubs }: ReportedClubProps) {
  const id = useId();
  const { field, fieldState } = useController({ name: 'facilityId' });
  const [typed, setTyped] = useState('');
  const [searchTerm, setSearchTerm] = useState('');
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  useEffect(() => {
    const timer = startTimer(() => setSearchTerm(typed), typed === '' ? 0 : waitMs);
    return () => stopTimer(timer);
  }, [typed]);
  const found = useEndpoint(
    visits.reportableClubs,
    searchTerm === '' ? null : { query: { memberId, searchTerm } },
  );
  const offered = searchTerm === '' ? clubs : (found.data ?? []);
  const value = typeof field.value === 'string' ? field.value : '';
  const shown = chosen && !offered.some((one) => one.id === chosen.id) ? [...offered, chosen] : offered;
  const ids = { control: id, hint: `${id}-hint`, error: `${id}-error` };
  const { error } = fieldState;
  return (
    <FieldFrame
      ids={ids}
      label="Club"
      required
      hint="Type a name, city or ZIP code to find another club of your chain."
      error={error?.message}
    >
      <SearchSelect
        id={id}
        name="facilityId"
        label="Club"
        required
        invalid={error !== undefined}
        describedBy={error ? `${ids.hint} ${ids.error}` : ids.hint}
        value={value}
        options={shown.map((club) => ({ value: club.id, label: club.name }))}
        onType={setTyped}
        isSearching={typed !== searchTerm || found.loading}
        onChange={(next) => {
          setChosen(shown.find((club) => club.id === next));
          field.onChange(next);
        }}
        onBlur={field.onBlur}
      />
    </FieldFrame>
  );
}
