import { type ReactNode, useState } from 'react';
import type { ColumnCheck } from '../../../shared/employees/upload-check.ts';
import { Popup } from '../../ui/Popup.tsx';
import { ColumnChoice, type ChosenColumns } from '../ColumnChoice.tsx';
import '../employees.css';

interface ColumnsPopupProps {
  fileName: string;
  check: ColumnCheck;
  isSaving: boolean;
  secondary?: ReactNode;
  onSave: (chosen: ChosenColumns) => void;
  onClose: () => void;
}

export function ColumnsPopup({ fileName, check, isSaving, secondary, onSave, onClose }: ColumnsPopupProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <Popup
      open
      title={`Columns of ${fileName}`}
      size="large"
      onClose={onClose}
      actions={
        <>
          {secondary}
          <span ref={setSlot} className="action-slot" />
        </>
      }
    >
      <div className="checked-upload">
        <ColumnChoice
          key={check.titles.join() + check.mapping.version}
          check={check}
          isSaving={isSaving}
          actions={slot}
          onSave={onSave}
        />
      </div>
    </Popup>
  );
}
