import { periodName } from '../../shared/calendar.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { useAddress } from '../app/address.ts';
import { usePeriods } from '../periods/periods.ts';
import { useSession } from '../app/session.tsx';
import { ListPage } from '../app/ListPage.tsx';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { activityColumns } from './activity-columns.tsx';
import './dashboard.css';

function Activity({ partnerId }: { partnerId: string }) {
  const [{ period }, change] = useAddress('period');
  const { role } = useSession();
  const periods = usePeriods('until current');
  return (
    <div className="activity">
      <ListPage
        endpoint={partners.activity}
        request={{ params: { partnerId }, query: { periodId: period } }}
        title="Activity"
        lead="All changes with user and time, newest first."
        columns={activityColumns(role)}
        rowKey={({ id }) => id}
        above={
          <Filters label="Month">
            <LabeledSelect
              label="Month"
              value={period ?? ''}
              placeholder="All months"
              options={(periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
              onChange={(value) => change({ period: value })}
            />
          </Filters>
        }
        empty={{
          title: period ? `No changes in ${periodName(period)}` : 'No data found',
          text: 'Changes appear here as they are made.',
        }}
        table={{ totalCount: undefined }}
      />
    </div>
  );
}

export default partnerPage(Activity);
