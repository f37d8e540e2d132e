import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ResponseOf } from '../../../shared/endpoint.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { members } from '../../../shared/contracts/members.ts';
import { transferredAtOnce } from '../../../shared/members/transfer.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { FacilityBox } from './FacilityBox.tsx';

export interface Selection {
  ids: ReadonlySet<string>;
  all?: { filter?: string; facilityId?: string; count: number };
}

export const emptySelection: Selection = { ids: new Set() };

export const isEmpty = ({ ids, all }: Selection): boolean => ids.size === 0 && all === undefined;

const onHold = 2;
const closing = 3;

export function TransferPopup({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const [facilityId, setFacilityId] = useState('');
  const navigate = useNavigate();
  const transfer = useAction(members.transfer);
  const chosen = useEndpoint(facilities.details, facilityId === '' ? null : { params: { facilityId } });
  const status = chosen.data?.club.enrollmentStatus;
  const count = selection.all ? selection.all.count : selection.ids.size;
  const run = async () => {
    const body = selection.all ? { all: true as const, ...selection.all } : [...selection.ids];
    const begun = await transfer.act({ params: { facilityId }, body });
    if (begun) await navigate(pathTo('transferResults', {}, { job: begun.jobId }));
  };
  return (
    <Popup
      open
      title="Members transfer"
      locked={transfer.running}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={transfer.running}>
            Cancel
          </Button>
          <Button
            kind="primary"
            disabled={facilityId === '' || status === undefined || status === onHold}
            busy={transfer.running}
            busyLabel="Transferring…"
            onClick={() => void run()}
          >
            Transfer
          </Button>
        </>
      }
    >
      <p>{whatHappensTo(count)}</p>
      {!selection.all && count <= transferredAtOnce && <p>They are notified by email.</p>}
      <FacilityBox
        label="Please select facility to:"
        placeholder="Name, number, city or ZIP code"
        value={facilityId}
        afOnly
        onChange={setFacilityId}
      />
      {chosen.data && <Warnings {...chosen.data} />}
    </Popup>
  );
}

type Details = ResponseOf<typeof facilities.details>;

const Warnings = ({
  club: { name, enrollmentStatus },
  bankAccount,
}: Pick<Details, 'club' | 'bankAccount'>) => (
  <>
    {bankAccount?.isRefused && (
      <output className="alert alert-warning">
        <p>
          The bank refused the account of {name}. Until the club enters another one, payments for these
          members wait.
        </p>
      </output>
    )}
    {enrollmentStatus === closing && (
      <output className="alert alert-warning">
        <p>{name} is closing. The members will be moved into a closed facility.</p>
      </output>
    )}
    {enrollmentStatus === onHold && (
      <output className="alert alert-warning">
        <p>{name} is on hold and takes no members. Choose another facility.</p>
      </output>
    )}
  </>
);

const whatHappensTo = (count: number): string =>
  `${count === 1 ? '1 member is selected. They keep their key fob.' : `${count.toLocaleString('en-US')} members are selected. They keep their key fobs.`} The new facility is paid for this month if they are there on its last day.`;
