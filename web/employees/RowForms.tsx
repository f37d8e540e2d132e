import { useMemo } from 'react';
import * as z from 'zod';
import { employees } from '../../shared/employees/contract.ts';
import { keyFobNumber } from '../../shared/employees/key-fob-number.ts';
import { notAvailable, sameKeyFob } from '../../shared/employees/membership-rules.ts';
import { email } from '../../shared/fields.ts';
import { callApi } from '../api.ts';
import { CallError } from '../call-error.ts';
import { useAction } from '../data.ts';
import { Form } from '../form.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Field } from '../ui/Field.tsx';

const emailForm = z.object({ email: email('Email') });
const keyFobForm = (old: string) =>
  z
    .object({ facilityMemberID: keyFobNumber('Key fob number') })
    .refine(({ facilityMemberID }) => facilityMemberID !== old, {
      path: ['facilityMemberID'],
      error: sameKeyFob,
    });
const reassignForm = (old: string) =>
  z
    .object({ newFacilityMemberID: keyFobNumber('New key fob') })
    .refine(({ newFacilityMemberID: next }) => next !== old, {
      path: ['newFacilityMemberID'],
      error: sameKeyFob,
    });

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
      <Field name="email" hint="If the member was already invited, send a new invitation." />
    </Form>
  );
}

export function KeyFobForm({ number, onDone }: { number: string; onDone: () => void }) {
  const save = useAction(employees.saveKeyFob);
  const schema = useMemo(() => keyFobForm(number), [number]);
  return (
    <Form
      schema={schema}
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

/** Says before the confirmation what the server would say after it: only a free key fob of the partner can be given. */
async function mustBeFree(partnerID: string, number: string): Promise<void> {
  const { items } = await callApi(employees.keyFobs, { query: { partnerID, filter: number } });
  const row = items.find(({ facilityMemberID }) => facilityMemberID === number);
  const wrong = !row
    ? 'No key fob of this partner has this number. Check the number printed on it.'
    : row.keyfobStatusID === 0
      ? undefined
      : notAvailable;
  if (wrong) throw new CallError({ status: 422, fields: { newFacilityMemberID: wrong } });
}

export function ReassignForm({ partnerId, number, onDone }: ReassignProps) {
  const reassign = useAction(employees.reassign);
  const schema = useMemo(() => reassignForm(number), [number]);
  const confirm = useConfirm();
  return (
    <Form
      schema={schema}
      initial={{ newFacilityMemberID: '' }}
      submitLabel="Reassign key fob"
      busyLabel="Reassigning…"
      submitKind="plain"
      guard={false}
      needsChange
      onSubmit={async (typed) => {
        const { newFacilityMemberID } = schema.parse(typed);
        await mustBeFree(partnerId, newFacilityMemberID);
        const agreed = await confirm({
          title: 'Reassign the key fob',
          text: `Key fob ${newFacilityMemberID} works for this member from now on. Key fob ${number} stops working and becomes available.`,
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
