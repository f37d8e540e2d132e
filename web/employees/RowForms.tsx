import { useMemo } from 'react';
import * as z from 'zod';
import { employees } from '../../shared/contracts/employees.ts';
import { keyFobNumber } from '../../shared/employees/key-fob.ts';
import { notAvailable, sameKeyFob } from '../../shared/employees/membership-rules.ts';
import { email } from '../../shared/fields.ts';
import { CallError } from '../platform/call-error.ts';
import { loadOnce, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';

const emailForm = z.object({ email: email('Email'), oldEmail: z.string() });
const keyFobForm = (old: string) =>
  z
    .object({ keyFobNumber: keyFobNumber('Key fob number') })
    .refine(({ keyFobNumber: facilityMemberID }) => facilityMemberID !== old, {
      path: ['keyFobNumber'],
      error: sameKeyFob,
    });
const reassignForm = (old: string) =>
  z
    .object({ newKeyFobNumber: keyFobNumber('New key fob') })
    .refine(({ newKeyFobNumber: next }) => next !== old, { path: ['newKeyFobNumber'], error: sameKeyFob });

interface EmailFormProps {
  partnerId: string;
  memberId: string;
  name: string;
  email: string;
  onDone: () => void;
}

export function EmailForm({ partnerId, memberId, name, email, onDone }: EmailFormProps) {
  const change = useAction(employees.changeEmail);
  return (
    <Form
      schema={emailForm}
      initial={{ email, oldEmail: email }}
      loadLatest={async () => {
        const { items } = await loadOnce(employees.keyFobs, { query: { partnerId, filter: name } });
        const now = items.find((item) => item.memberId === memberId)?.memberEmail ?? email;
        return { values: { email: now, oldEmail: now } };
      }}
      submitLabel="Change email"
      busyLabel="Changing…"
      submitKind="plain"
      guard={false}
      needsChange
      onSubmit={async (values) => {
        await change.run({ params: { memberId }, body: { id: memberId, ...values } });
        onDone();
      }}
    >
      <Field name="email" hint="If the member was already invited, send a new invitation." />
    </Form>
  );
}

export function KeyFobForm({ keyFobNumber, onDone }: { keyFobNumber: string; onDone: () => void }) {
  const save = useAction(employees.saveKeyFob);
  const schema = useMemo(() => keyFobForm(keyFobNumber), [keyFobNumber]);
  return (
    <Form
      schema={schema}
      initial={{ keyFobNumber }}
      submitLabel="Change number"
      busyLabel="Changing…"
      submitKind="plain"
      guard={false}
      needsChange
      onSubmit={async (body) => {
        await save.run({ params: { keyFobNumber }, body });
        onDone();
      }}
    >
      <Field name="keyFobNumber" autoComplete="off" hint="Corrects a mistyped number." />
    </Form>
  );
}

interface ReassignProps {
  partnerId: string;
  keyFobNumber: string;
  onDone: () => void;
}

/** Validates before the confirmation, as the server does, that the key fob is free and belongs to the partner. */
async function requireFree(partnerId: string, keyFobNumber: string): Promise<void> {
  const { items } = await loadOnce(employees.keyFobs, { query: { partnerId, filter: keyFobNumber } });
  const row = items.find(({ keyFobNumber: facilityMemberID }) => facilityMemberID === keyFobNumber);
  const wrong = !row
    ? 'No key fob of this partner has this number. Check the number printed on it.'
    : row.keyFobStatusId === 0
      ? undefined
      : notAvailable;
  if (wrong) throw new CallError({ status: 422, fields: { newKeyFobNumber: wrong } });
}

export function ReassignForm({ partnerId, keyFobNumber, onDone }: ReassignProps) {
  const reassign = useAction(employees.reassign);
  const schema = useMemo(() => reassignForm(keyFobNumber), [keyFobNumber]);
  const confirm = useConfirm();
  return (
    <Form
      schema={schema}
      initial={{ newKeyFobNumber: '' }}
      submitLabel="Reassign key fob"
      busyLabel="Reassigning…"
      submitKind="plain"
      guard={false}
      needsChange
      onSubmit={async (values) => {
        const { newKeyFobNumber } = schema.parse(values);
        await requireFree(partnerId, newKeyFobNumber);
        const agreed = await confirm({
          title: 'Reassign key fob',
          text: `The member uses key fob ${newKeyFobNumber} from now on. Key fob ${keyFobNumber} stops working and becomes available.`,
          action: 'Reassign key fob',
        });
        if (!agreed) return false;
        await reassign.run({ body: { oldKeyFobNumber: keyFobNumber, newKeyFobNumber, partnerId } });
        onDone();
        return true;
      }}
    >
      <Field name="newKeyFobNumber" autoComplete="off" hint="A free key fob of this partner." />
    </Form>
  );
}
