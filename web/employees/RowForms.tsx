import * as z from 'zod';
import { employees } from '../../shared/employees/contract.ts';
import { keyFobNumber } from '../../shared/employees/key-fob-number.ts';
import { email } from '../../shared/fields.ts';
import { useAction } from '../data.ts';
import { Form } from '../form.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Field } from '../ui/Field.tsx';

const emailForm = z.object({ email: email('Email') });
const keyFobForm = z.object({ facilityMemberID: keyFobNumber('Key fob number') });
const reassignForm = z.object({ newFacilityMemberID: keyFobNumber('New key fob') });

interface EmailFormProps {
  memberId: string;
  email: string;
  onDone: () => void;
}

export function EmailForm({ memberId, email, onDone }: EmailFormProps) {
  const change = useAction(employees.changeEmail);
  return (
    <Form
      schema={emailForm}
      initial={{ email }}
      submitLabel="Change email"
      busyLabel="Changing…"
      submitKind="plain"
      guard={false}
      needsChange
      onSubmit={async (typed) => {
        await change.run({ params: { memberID: memberId }, body: { id: memberId, email: typed.email } });
        onDone();
      }}
    >
      <Field name="email" hint="Who was invited already needs a new invitation afterwards." />
    </Form>
  );
}

export function KeyFobForm({ number, onDone }: { number: string; onDone: () => void }) {
  const save = useAction(employees.saveKeyFob);
  return (
    <Form
      schema={keyFobForm}
      initial={{ facilityMemberID: number }}
      submitLabel="Change number"
      busyLabel="Changing…"
      submitKind="plain"
      guard={false}
      needsChange
      onSubmit={async (body) => {
        await save.run({ params: { keyfobID: number }, body });
        onDone();
      }}
    >
      <Field
        name="facilityMemberID"
        autoComplete="off"
        hint="To correct a number that was entered wrongly."
      />
    </Form>
  );
}

interface ReassignProps {
  partnerId: string;
  number: string;
  onDone: () => void;
}

export function ReassignForm({ partnerId, number, onDone }: ReassignProps) {
  const reassign = useAction(employees.reassign);
  const confirm = useConfirm();
  return (
    <Form
      schema={reassignForm}
      initial={{ newFacilityMemberID: '' }}
      submitLabel="Reassign key fob"
      busyLabel="Reassigning…"
      submitKind="plain"
      guard={false}
      needsChange
      onSubmit={async ({ newFacilityMemberID }) => {
        const agreed = await confirm({
          title: 'Reassign the key fob',
          text: `Key fob ${number} stops working for this member and is free again.`,
          action: 'Reassign key fob',
        });
        if (!agreed) return false;
        await reassign.run({
          body: { oldFacilityMemberID: number, newFacilityMemberID, partnerID: partnerId },
        });
        onDone();
        return true;
      }}
    >
      <Field name="newFacilityMemberID" autoComplete="off" hint="A free key fob of this partner." />
    </Form>
  );
}
