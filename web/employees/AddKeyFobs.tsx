import { useWatch } from 'react-hook-form';
import { employees } from '../../shared/contracts/employees.ts';
import { keyFobRange, numbersOfRange } from '../../shared/employees/key-fob-number.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

interface AddKeyFobsProps {
  partnerId: string;
  onBegun: (jobId: string) => void;
  onClose: () => void;
}

export function AddKeyFobs({ partnerId, onBegun, onClose }: AddKeyFobsProps) {
  const create = useAction(employees.createKeyFobs);
  return (
    <Popup open title="Add key fobs" onClose={onClose}>
      <p>
        Key fob numbers have 6 or 7 digits and count 0 to 9, then A to E. To add one key fob, enter its number
        in both fields.
      </p>
      <Form
        schema={keyFobRange}
        initial={{ first: '', last: '' }}
        submitLabel="Add key fobs"
        busyLabel="Starting…"
        guard={false}
        onSubmit={async (values) => {
          const numbers = numbersOfRange(keyFobRange.parse(values));
          const body = numbers.map((keyFobNumber) => ({ partnerId, keyFobNumber }));
          onBegun((await create.run({ body })).jobId);
        }}
      >
        <div className="form-grid">
          <Field name="first" autoComplete="off" placeholder="For example 00A1B2" />
          <Field name="last" autoComplete="off" />
        </div>
        <RangeSize />
      </Form>
    </Popup>
  );
}

/** Shows the number of key fobs in the range before the form is submitted. */
function RangeSize() {
  const [first, last]: unknown[] = useWatch({ name: ['first', 'last'] });
  const range = keyFobRange.safeParse({ first, last });
  if (!range.success) return <p className="quiet" aria-live="polite" />;
  const count = numbersOfRange(range.data).length;
  return (
    <p className="quiet" aria-live="polite">
      {count === 1
        ? 'This range has 1 key fob.'
        : `This range has ${count.toLocaleString('en-US')} key fobs.`}
    </p>
  );
}
