import { periodName } from '../../shared/calendar.ts';
import { partners } from '../../shared/partners/contract.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { usePeriods } from '../periods/periods.ts';
import { useSession } from '../app/session.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { activityColumns } from './activity-columns.tsx';
import './dashboard.css';

/** What happened to a partner, its people and its members, the latest first; of all time or of one month. */
export function Activity({ partnerId }: { partnerId: string }) {
  const [{ period }, change] = useAddress('period');
  const { role } = useSession();
  const periods = usePeriods('until current');
  const list = useList(partners.activity, { params: { partnerId }, query: { periodId: period } });
  return (
    <div className="activity">
      <PageHeading title="Activity" lead="Who changed what, and when. The latest comes first." />
      <Filters label="Month">
        <LabeledSelect
          label="Month"
          value={period ?? ''}
          placeholder="All months"
          options={(periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
          onChange={(value) => change({ period: value })}
        />
      </Filters>
      <Table
        {...list}
        totalCount={undefined}
        caption="Activity"
        captionHidden
        columns={activityColumns(role)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={period ? `Nothing was changed in ${periodName(period)}` : 'No data found'}
            text="Changes appear here as they are made."
          />
        }
      />
    </div>
  );
}
