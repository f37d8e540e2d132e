import { periodName } from '../../shared/calendar.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { useAddress } from '../app/address.ts';
import { usePeriods } from '../periods/periods.ts';
import { useSession } from '../app/session.tsx';
import { ListPage } from '../app/ListPage.tsx';
import { partnerPage, PartnerFrame } from '../app/PartnerFrame.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { activityColumns } from './activity-columns.tsx';
import './dashboard.css';
import { loadOnce, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { PartnerFields } from './PartnerFields.tsx';

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

export const ActivityPage = partnerPage(Activity);

export default function PartnerInfoPage() {
  const save = useAction(partners.save);
  return (
    <PartnerFrame>
      {(partner, reload) => (
        <>
          <PageHeading title="General Info" />
          <Card>
            <Form
              key={partner.id}
              schema={partners.save.body}
              initial={partner}
              submitLabel="Save"
              busyLabel="Saving…"
              needsChange
              loadLatest={async () => ({
                values: await loadOnce(partners.get, { query: { partnerId: partner.id } }),
              })}
              onSubmit={async (body) => {
                await save.run({ body });
                return { stored: await reload() };
              }}
            >
              <PartnerFields programs={partner.programTypes} />
            </Form>
          </Card>
        </>
      )}
    </PartnerFrame>
  );
}
