import { useState } from 'react';
import { accounts } from '../../shared/accounts/contract.ts';
import { statementFormats } from '../../shared/accounts/statement.ts';
import { members } from '../../shared/members/contract.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { useMemberIds } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { now } from '../platform/time-and-chance.ts';

const titles = { pdf: 'Download PDF', xlsx: 'Download Excel' } as const;

export function StatementOfYear({ memberId, name }: { memberId: string; name: string }) {
  const memberIds = useMemberIds();
  const { data } = useEndpoint(members.facilityInfo, { query: { memberIds } });
  const [thisYear] = useState(() => now().getFullYear());
  const [chosen, setChosen] = useState<string>();
  const [running, setRunning] = useState<string>();
  const since = Number(data?.find((one) => one.memberId === memberId)?.facilityEnrollmentDate?.slice(0, 4));
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
        options={years.map((one) => ({ id: one, name: one }))}
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
