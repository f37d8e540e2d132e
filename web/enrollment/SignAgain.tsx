import { lazy, Suspense, useState } from 'react';
import { useSWRConfig } from 'swr';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { operationTypes } from '../../shared/programs.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { keepTyped, readTyped } from '../app/typed-memory.ts';
import { Button } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { SkeletonLines } from '../ui/states.tsx';

// the forms are no part of what home loads
const AgreementSteps = lazy(async () => ({ default: (await import('./AgreementSteps.tsx')).AgreementSteps }));

/**
 * Asks a member who is enrolled without the current agreement to sign it: by itself once a session, and by a bar that
 * stays. Shows nothing to anybody else.
 */
export function SignAgain({ memberId }: { memberId: string }) {
  const contract = useEndpoint(enrollment.legalContract, { query: { memberId } });
  const facilityId = contract.data?.isMemberAgreed === false ? contract.data.facilityId : null;
  const club = useEndpoint(facilities.get, facilityId ? { query: { facilityId } } : null);
  const sign = useAction(enrollment.resign);
  const { mutate } = useSWRConfig();
  const name = `sign-again:${memberId}`;
  const [open, setOpen] = useState(() => readTyped(name) === null);
  const close = () => {
    keepTyped(name, 'put aside');
    setOpen(false);
  };
  if (!facilityId || !contract.data || !club.data) return null;
  return (
    <div className="alert alert-warning sign-again">
      <p>Your agreement with {club.data.displayName} needs your signature.</p>
      <Button onClick={() => setOpen(true)}>Read and sign</Button>
      <Popup open={open} size="large" title="Resign Anytime Fitness Agreement" onClose={close}>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <AgreementSteps
            contract={contract.data}
            club={club.data}
            submitLabel="Sign the agreement"
            busyLabel="Signing…"
            onSubmit={async (form) => {
              await sign.run({
                body: { ...form, facilityId, memberIds: [memberId], operationTypeId: operationTypes.debit },
              });
              close();
              await mutate(() => true);
            }}
          />
        </Suspense>
      </Popup>
    </div>
  );
}
