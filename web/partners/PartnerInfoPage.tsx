import { employees } from '../../shared/contracts/employees.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { setUpSteps } from '../../shared/partners/set-up.ts';
import { groupMembershipsProgram } from '../../shared/programs.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint, loadOnce, useAction } from '../app/data.ts';
import { usePageConditions } from '../app/page-conditions.ts';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { PartnerFrame, type Partner, partnerPage } from '../app/PartnerFrame.tsx';
import { SetUpList } from './SetUpList.tsx';
import { Welcome } from './Welcome.tsx';
import { periodName } from '../../shared/calendar.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { useAddress } from '../app/address.ts';
import { usePeriods } from '../periods/periods.ts';
import { useSession } from '../app/session.tsx';
import { ListPage } from '../app/ListPage.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { activityColumns } from './activity-columns.tsx';
import './dashboard.css';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { PartnerFields } from './PartnerFields.tsx';

export function PartnerDashboardPage() {
  return <PartnerFrame>{(partner) => <Dashboard partner={partner} />}</PartnerFrame>;
}

function Dashboard({ partner }: { partner: Partner }) {
  const { id, programTypes, payeeToken, partnerBillingTypeId } = partner;
  const conditions = usePageConditions();
  const managerList = useEndpoint(managers.list, { query: { partnerId: id } });
  const hasProgram = conditions?.programExists;
  const used = useEndpoint(employees.membershipCount, hasProgram ? { query: { partnerId: id } } : null);
  const waiting = useEndpoint(
    employees.countWaitingToInvite,
    hasProgram ? { params: { partnerId: id } } : null,
  );
  const failed = [managerList, used, waiting].find(({ error }) => error);
  const isLoading = !conditions || [managerList, used, waiting].some(({ loading }) => loading);
  const steps = isLoading
    ? undefined
    : setUpSteps({
        addsPrograms: conditions.flags.gmrAddProgram,
        hasProgramType: programTypes.includes(groupMembershipsProgram),
        programExists: conditions.programExists,
        hasAccount: payeeToken !== null,
        partnerBillingTypeId,
        managers: managerList.data?.length,
        members: used.data?.used,
        waitingToInvite: waiting.data,
      });
  return (
    <Welcome title={partner.name} isSetUp={steps?.every(({ isDone }) => isDone)}>
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />
      ) : steps ? (
        <SetUpList
          addressOf={(page) => pathTo(page === 'employees' ? 'partnerEmployees' : page, { partnerId: id })}
          steps={steps}
        />
      ) : (
        <SkeletonLines lines={12} />
      )}
    </Welcome>
  );
}

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
