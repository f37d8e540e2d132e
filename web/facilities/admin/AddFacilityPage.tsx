import { Link, useNavigate } from 'react-router-dom';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { newFacilityForm } from '../../../shared/facilities/facility.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { StateField } from '../../ui/StateField.tsx';

export default function AddFacilityPage() {
  const add = useAction(facilities.add, facilities.listAll);
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title="Add facility" lead="Add its bank account and managers next." />
      <Card>
        <Form
          schema={newFacilityForm}
          initial={{ facilityLocationType: '0', isPpv: false }}
          submitLabel="Add facility"
          submitKind="action"
          busyLabel="Adding…"
          onSubmit={async (body) => {
            const { facilityId } = await add.run({ body });
            await navigate(pathTo('facility', { facilityId }));
          }}
          actions={
            <Link className={buttonClass()} to={pathTo('facilities')}>
              Cancel
            </Link>
          }
        >
          <div className="form-grid">
            <Field name="name" />
            <Field name="facilityNumber" hint="Check-in files contain it. It cannot be changed." />
            <Field name="facilityLocationType" />
            <Field name="afNumber" hint="Members can be transferred only to facilities that have one." />
            <Field name="address1" />
            <Field name="city" />
            <StateField name="state" />
            <Field name="zipCode" />
            <Field name="contactNumber" />
            <Field name="website" />
            <Field name="isPpv" />
          </div>
          <Field name="description" />
        </Form>
      </Card>
    </>
  );
}
