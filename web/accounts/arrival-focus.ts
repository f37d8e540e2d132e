import { type RefObject, useEffect, useRef } from 'react';

/** Returns the ref of a heading that is focused after an action whose button is removed. */
export function useArrivalFocus(isFocused: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return heading;
}
