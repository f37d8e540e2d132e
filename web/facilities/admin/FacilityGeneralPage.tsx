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
import { FacilityFrame, type FacilityDetails } from './FacilityMembersPage.tsx';
import { FacilityPayments } from '../FacilityPayments.tsx';
import { facilityForm, statusEffect } from '../../../shared/facilities/facility.ts';
import { showDate } from '../../ui/formatted-text.tsx';
import { Field } from '../../ui/Field.tsx';
import { StateField } from '../../ui/StateField.tsx';

export function FacilityManagersPage() {
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

export function FacilityPaymentsPage() {
  return <FacilityFrame>{({ club }) => <Payments facilityId={club.id} />}</FacilityFrame>;
}

const Payments = ({ facilityId }: { facilityId: string }) => (
  <FacilityPayments
    endpoint={facilities.paymentsOf}
    request={{ params: { facilityId } }}
    caption="Payments to this facility"
  />
);

export default function FacilityGeneralPage() {
  return <FacilityFrame>{(details, reload) => <General details={details} reload={reload} />}</FacilityFrame>;
}

const valuesOf = ({ club }: FacilityDetails) => ({
  name: club.name,
  description: club.description,
  rules: club.rules ?? '',
  facilityLocationType: String(club.facilityLocationType),
  address1: club.address1,
  city: club.city,
  state: club.state,
  zipCode: club.zipCode,
  latitude: String(club.latitude),
  longitude: String(club.longitude),
  contactNumber: club.contactNumber,
  website: club.website,
  afNumber: club.afNumber,
  isPpv: club.isPpv ?? false,
  enrollmentStatus: String(club.enrollmentStatus),
  statusUntil: club.statusUntil ?? '',
});

interface GeneralProps {
  details: FacilityDetails;
  reload: () => Promise<FacilityDetails | undefined>;
}

function General({ details, reload }: GeneralProps) {
  const save = useAction(facilities.save);
  const { club } = details;
  return (
    <Form
      key={club.version}
      schema={facilityForm}
      initial={valuesOf(details)}
      submitLabel="Save facility"
      busyLabel="Saving…"
      needsChange
      onSubmit={async (values) => {
        await save.run({ params: { facilityId: club.id }, body: { ...values, version: club.version } });
        await reload();
      }}
    >
      <Card title="Status">
        <p>
          {statusEffect(club)}
          {club.statusSince && ` Since ${showDate(club.statusSince)}.`}
        </p>
        <div className="form-grid">
          <Field name="enrollmentStatus" />
          <Field
            name="statusUntil"
            hint="On hold: the first day it is active again. Closing: the first day it is closed."
          />
        </div>
      </Card>
      <Card title="General">
        <div className="form-grid">
          <Field name="name" />
          <Field name="facilityLocationType" />
          <Field name="afNumber" hint="Members can be transferred only to facilities that have one." />
          <Field name="isPpv" />
          <Field name="contactNumber" />
          <Field name="website" />
        </div>
        <Field name="description" />
        <Field
          name="rules"
          hint="Members sign them with their agreement. Plain text, one rule per line. Signed agreements do not change."
        />
      </Card>
      <Card title="Address">
        <div className="form-grid">
          <Field name="address1" />
          <Field name="city" />
          <StateField name="state" />
          <Field name="zipCode" />
          <Field name="latitude" />
          <Field name="longitude" />
        </div>
      </Card>
    </Form>
  );
}
