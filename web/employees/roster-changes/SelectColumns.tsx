import { useState } from 'react';
import { employees } from '../../../shared/contracts/employees.ts';
import type { RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { showFailure, useAction, useEndpoint } from '../../app/data.ts';
import { CallError } from '../../platform/call-error.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/states.tsx';
import type { ChosenColumns } from '../ColumnChoice.tsx';
import { ColumnsPopup } from './ColumnsPopup.tsx';

/** Lets the user select the columns of an imported file, stores them for the next files, and reads the file again. */
export function SelectColumns({ change, onReading }: { change: RosterChange; onReading: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  const params = { changeId: change.id };
  const { data, error, reload, retrying } = useEndpoint(employees.rosterFileColumns, { params });
  const save = useAction(employees.saveUploadColumns);
  const read = useAction(employees.readRosterFile);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;

  const readAgain = async (chosen: ChosenColumns) => {
    const { partnerId, version } = change;
    try {
      const body = { ...chosen, version: data.mapping.version };
      await save.run({ params: { partnerId }, body });
    } catch (error) {
      showFailure(error);
      // after a conflict, the columns that the other user saved may fit this file
      if (!(error instanceof CallError && error.status === 409)) return;
    }
    if (await read.act({ params, body: { version } })) onReading();
  };
  return (
    <>
      <EmptyState
        title="Select the columns of this file"
        text="Some column titles are not recognized. Nothing was changed."
        action={
          <Button kind="primary" onClick={() => setIsOpen(true)}>
            Select columns
          </Button>
        }
      />
      {isOpen && (
        <ColumnsPopup
          fileName={change.fileName}
          check={data}
          isSaving={save.running || read.running}
          onSave={(chosen) => void readAgain(chosen)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
