import { Link } from 'react-router-dom';
import { integrations } from '../../shared/contracts/integrations.ts';
import { partnerOwner } from '../../shared/integrations/webhooks/owner.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { managerAccessNames } from '../../shared/managers/manager-access.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { PartnerFrame, type Partner } from '../app/PartnerFrame.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState } from '../ui/states.tsx';
import { UserTable } from '../users/UserTable.tsx';

export default function ManagersPage() {
  return <PartnerFrame>{(partner) => <Managers partner={partner} />}</PartnerFrame>;
}

const question = (name: string) => ({
  title: 'Are you sure you want to delete this user?',
  text: `${name} is logged out immediately and can no longer log in. Members and payments are not changed.`,
  action: 'Delete',
});

function Managers({ partner }: { partner: Partner }) {
  const users = useEndpoint(managers.list, { query: { partnerId: partner.id } });
  const invite = useAction(managers.invite);
  const remove = useAction(managers.delete);
  const revoke = useAction(integrations.revokeCreated);
  return (
    <>
      <PageHeading
        title="Partner Managers"
        lead={`Managers of ${partner.name} and its members.`}
        actions={
          <Link className={buttonClass('action')} to={pathTo('addManager', { partnerId: partner.id })}>
            Add Manager
          </Link>
        }
      />
      <UserTable
        caption="Partner Managers"
        users={users}
        columns={[{ key: 'access', title: 'Access', render: ({ access }) => managerAccessNames[access] }]}
        question={question}
        editAddress={({ id }) => pathTo('editManager', { partnerId: partner.id, managerId: id })}
        onInvite={({ firstName, lastName, email }) =>
          invite.act({ body: { partnerId: partner.id, firstName, lastName, email } })
        }
        onRemove={({ id }) => remove.act({ params: { managerId: id } })}
        onRevokeCreated={({ id }) => revoke.act({ body: { userId: id, owner: partnerOwner(partner.id) } })}
        empty={
          <EmptyState
            title="No data found"
            text="Until you add a manager, only administrators manage this partner."
          />
        }
      />
    </>
  );
}
