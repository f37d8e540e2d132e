import { type DragEvent, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { type ControlProps, nativeProps } from './control.ts';
import { fileSize } from './file-field.ts';
import { Icon } from './Icon.tsx';

export function FileDrop(props: ControlProps) {
  const { value, onChange, accept = [], maxBytes, disabled } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const file = value instanceof File ? value : undefined;
  const limits = [accept.join(', '), maxBytes && `up to ${fileSize(maxBytes)}`].filter(Boolean).join(', ');

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !disabled) onChange(dropped);
  };
  const remove = () => {
    if (input.current) input.current.value = '';
    onChange(undefined);
    input.current?.focus();
  };
  return (
    <div
      className="file-drop"
      data-over={over}
      data-invalid={props.invalid}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        {...nativeProps(props)}
        ref={input}
        className="file-input"
        type="file"
        accept={accept.join(',')}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChange(chosen);
        }}
      />
      <Icon name={file ? 'file' : 'upload'} size={24} />
      {file ? (
        <p aria-live="polite">
          <strong>{file.name}</strong> <span className="quiet">{fileSize(file.size)}</span>
        </p>
      ) : (
        <p>
          <span className="file-link">Choose a file</span> or drop it here
          {limits && <span className="quiet file-limits">{limits}</span>}
        </p>
      )}
      {file && (
        <Button small kind="quiet" icon="close" onClick={remove}>
          Remove
        </Button>
      )}
    </div>
  );
}
