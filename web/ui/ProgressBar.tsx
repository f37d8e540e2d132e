import { useId } from 'react';

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
  state?: 'running' | 'finished' | 'failed';
  /** Text below the bar; the default is "1,200 of 4,999 done". */
  text?: string;
}

const count = (value: number) => value.toLocaleString('en-US');

/** Job progress as a bar and as text for screen readers. */
export function ProgressBar({ label, done, total, state = 'running', text }: ProgressBarProps) {
  const id = useId();
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const words = text ?? `${count(done)} of ${count(total)} done`;
  return (
    <div className="progress" data-state={state}>
      <div className="progress-words">
        <strong id={id}>{label}</strong>
        <span className="number">{Math.floor(share * 100)}%</span>
      </div>
      <progress
        className="progress-track"
        aria-labelledby={id}
        aria-valuetext={words}
        max={Math.max(1, total)}
        value={Math.min(done, total)}
      />
      <p className="quiet number" aria-live="polite">
        {words}
      </p>
    </div>
  );
}
