import { useState } from 'react';
import { visits } from '../../shared/contracts/visits.ts';
import type { VisitRow } from '../../shared/visits/visit.ts';
import { withdrawalReason } from '../../shared/visits/withdrawal.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { showDate } from '../ui/DateText.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

/** The action of a check-in in the administrator's log. */
export function WithdrawVisit({ row }: { row: VisitRow }) {
  const { memberId, memberName, date, facilityNumber, facilityName } = row;
  const withdrawal = useAction(visits.withdraw, visits.list);
  const [open, setOpen] = useState(false);
  if (date === null || facilityNumber === null) return null;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Withdraw<span className="hidden-text"> the check-in of {memberName}</span>
      </Button>
      <Popup open={open} title={`Withdraw the check-in of ${memberName}`} onClose={() => setOpen(false)}>
        <p>
          The check-in of {showDate(date)} at {facilityName} no longer counts. If its month was paid, the next
          reimbursement is reduced, at most to $0.00. Payments that were sent do not change.
        </p>
        <Form
          schema={withdrawalReason}
          initial={{ reason: '' }}
          submitLabel="Withdraw check-in"
          busyLabel="Withdrawing…"
          guard={false}
          onSubmit={async ({ reason }) => {
            await withdrawal.run({ body: { memberId, facilityNumber, date, reason } });
            setOpen(false);
          }}
        >
          <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
        </Form>
      </Popup>
    </>
  );
}
