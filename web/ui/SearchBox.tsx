import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import { startTimer, stopTimer } from '../app/time-and-chance.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Milliseconds without a key before the search runs (spec 1 §9). */
  wait?: number;
}

/** A search that runs while one types, once the typing rests. */
export function SearchBox({ label, value, onChange, wait = 400 }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [before, setBefore] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // the address changed by itself, for example by going back
  if (value !== before) {
    setBefore(value);
    setText(value);
  }
  useEffect(() => () => stopTimer(timer.current), []);
  const type = (next: string) => {
    setText(next);
    stopTimer(timer.current);
    timer.current = startTimer(() => onChange(next.trim()), next === '' ? 0 : wait);
  };
  return (
    <search className="search-box">
      <label className="hidden-text" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        className="amplify-input control"
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </search>
  );
}
