import { facilities } from '../../../shared/contracts/facilities.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { facilityOwner } from '../../../shared/integrations/webhooks/owner.ts';
import { invitedUserForm } from '../../../shared/users/invited-user.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { linkGoesHere, UserFields } from '../../users/UserFields.tsx';
import { UserTable } from '../../users/UserTable.tsx';
import { FacilityFrame } from './FacilityMembersPage.tsx';

export default function FacilityManagersPage() {
  return <FacilityFrame>{({ club }) => <Managers facilityId={club.id} />}</FacilityFrame>;
}

function Managers({ facilityId }: { facilityId: string }) {
  const params = { facilityId };
  const users = useEndpoint(facilities.managers, { params });
  const invite = useAction(facilities.inviteManager);
  const remove = useAction(facilities.removeManager);
  const revoke = useAction(integrations.revokeCreated);
  return (
    <>
      <UserTable
        caption="Managers of this facility"
        users={users}
        onInvite={({ firstName, lastName, email }) =>
          invite.act({ params, body: { firstName, lastName, email } })
        }
        onRemove={({ id }) => remove.act({ params: { facilityId, managerId: id } })}
        onRevokeCreated={({ id }) => revoke.act({ body: { userId: id, owner: facilityOwner(facilityId) } })}
        empty={
          <EmptyState
            icon="user"
            title="No managers yet"
            text="Invite one. Managers see this facility's members and payments, and import its check-ins."
          />
        }
      />
      {!users.loading && (
        <Card title="Invite a manager">
          <Form
            key={users.data?.length}
            schema={invitedUserForm}
            initial={{ firstName: '', lastName: '', email: '' }}
            submitLabel="Send the invitation"
            busyLabel="Sending…"
            needsChange
            onSubmit={async (body) => {
              await invite.run({ params, body });
              users.reload();
            }}
          >
            <UserFields emailHint={linkGoesHere} />
          </Form>
        </Card>
      )}
    </>
  );
}
