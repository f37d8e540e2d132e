import { employees } from '../../shared/contracts/employees.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

interface AddEmployeeProps {
  partnerId: string;
  onDone: () => void;
  onClose: () => void;
}

export function AddEmployee({ partnerId, onDone, onClose }: AddEmployeeProps) {
  const add = useAction(employees.add);
  return (
    <Popup open title="Add an employee" onClose={onClose}>
      <p>No emails are sent until you select Invite.</p>
      <Form
        schema={employees.add.body}
        initial={{ partnerId, firstName: '', lastName: '', email: '' }}
        submitLabel="Add employee"
        busyLabel="Adding…"
        guard={false}
        onSubmit={async (body) => {
          await add.run({ body });
          onDone();
        }}
      >
        <div className="form-grid">
          <Field name="firstName" autoComplete="off" />
          <Field name="lastName" autoComplete="off" />
          <Field name="email" autoComplete="off" />
          <Field name="phone" autoComplete="off" />
          <Field name="dateOfBirth" autoComplete="off" />
        </div>
      </Form>
    </Popup>
  );
}
