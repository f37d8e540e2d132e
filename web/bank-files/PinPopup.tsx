import { useState } from 'react';
import * as z from 'zod';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { reasonText } from '../../shared/fields.ts';
import { enteredPin, newPin } from '../../shared/users/pin.ts';
import { CallError } from '../platform/call-error.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { submitTextOf } from './Approval.tsx';
import type { BankFileCalls, Sent } from './calls.ts';
import { users } from '../../shared/contracts/users.ts';

const confirmation = z.object({ pin: enteredPin, note: reasonText().optional() });
const firstPin = z.object({ pin: newPin });

interface PinPopupProps {
  calls: BankFileCalls;
  checked: CheckResponse;
  runHash: string;
  onSent: (sent: Sent) => void;
  onClose: () => void;
  onCheckAgain: () => void;
}

export function PinPopup({ calls, checked, runHash, onSent, onClose, onCheckAgain }: PinPopupProps) {
  const [hasPin, setHasPin] = useState(checked.hasPin);
  const [changed, setChanged] = useState(false);
  if (!hasPin) return <FirstPin onSet={() => setHasPin(true)} onClose={onClose} />;
  return (
    <Popup open size="small" title="Enter your PIN" onClose={onClose}>
      <div className="bank-check">
        <p>{checked.message}</p>
        <p className="quiet">
          Hash to confirm <code className="bank-hash">{runHash.slice(0, 16)}</code>
        </p>
        <Form
          key="confirm"
          schema={confirmation}
          initial={{ pin: '' }}
          guard={false}
          safe="Nothing was sent."
          submitLabel={submitTextOf(checked)}
          submitKind="action"
          busyLabel={checked.approval?.requestedByName === null ? 'Requesting…' : 'Sending…'}
          disabled={changed}
          actions={
            changed ? (
              <Button kind="primary" onClick={onCheckAgain}>
                Check again
              </Button>
            ) : (
              <Button onClick={onClose}>Back</Button>
            )
          }
          onSubmit={async ({ pin, note }) => {
            try {
              onSent(await calls.send({ pin, runHash, note }));
            } catch (error) {
              if (error instanceof CallError && error.status === 409) setChanged(true);
              throw error;
            }
          }}
        >
          {checked.approval?.needsNote && checked.approval.note === null && (
            <Field name="note" kind="text" hint="Why both this file and the other one are correct." />
          )}
          <Field name="pin" autoComplete="off" />
        </Form>
      </div>
    </Popup>
  );
}

function FirstPin({ onSet, onClose }: { onSet: () => void; onClose: () => void }) {
  const setPin = useAction(users.setPin);
  return (
    <Popup open size="small" title="Set your PIN" onClose={onClose}>
      <div className="bank-check">
        <p>Your PIN confirms every file that you send to the bank. Keep it secret.</p>
        <Form
          key="set"
          schema={firstPin}
          initial={{ pin: '' }}
          guard={false}
          submitLabel="Set PIN"
          busyLabel="Saving…"
          actions={<Button onClick={onClose}>Back</Button>}
          onSubmit={async ({ pin }) => {
            await setPin.run({ body: { pin } });
            onSet();
          }}
        >
          <Field name="pin" hint="4 to 12 digits." autoComplete="off" />
        </Form>
      </div>
    </Popup>
  );
}
