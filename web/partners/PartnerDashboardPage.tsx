import { employees } from '../../shared/contracts/employees.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { setUpSteps } from '../../shared/partners/set-up.ts';
import { groupMembershipsProgram } from '../../shared/programs.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { usePageConditions } from '../app/page-conditions.ts';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { PartnerFrame, type Partner } from '../app/PartnerFrame.tsx';
import { SetUpList } from './SetUpList.tsx';
import { Welcome } from './Welcome.tsx';

export default function PartnerDashboardPage() {
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
