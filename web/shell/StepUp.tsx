import { lazy, Suspense, useEffect, useState } from 'react';
import { proofMemory } from '../app/proof-memory.ts';

const StepUpPopup = lazy(() => import('./StepUpPopup.tsx'));

type Resolve = (proof: string | undefined) => void;

/** Opens for a sensitive action that requires a proof (428); the action continues with the proof. */
export function StepUp() {
  const [waiting, setWaiting] = useState<{ resolve: Resolve }>();
  useEffect(() => proofMemory.onRequest(() => new Promise((resolve) => setWaiting({ resolve }))), []);
  if (!waiting) return null;
  return (
    <Suspense>
      <StepUpPopup
        onDone={(proof) => {
          setWaiting(undefined);
          waiting.resolve(proof);
        }}
      />
    </Suspense>
  );
}
