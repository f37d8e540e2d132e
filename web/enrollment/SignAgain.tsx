import { lazy, Suspense, useState } from 'react';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { members } from '../../shared/members/contract.ts';
import { operationTypes } from '../../shared/programs.ts';
import { useConsent } from '../app/consent.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { refetch } from '../app/refetch.ts';
import { saveDraft, loadDraft } from '../app/draft-storage.ts';
import { Button } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { SkeletonLines } from '../ui/states.tsx';

// the forms are no part of what home loads
const AgreementSteps = lazy(async () => ({ default: (await import('./AgreementSteps.tsx')).AgreementSteps }));

/**
 * Asks a member who is enrolled without the current agreement to sign it: by itself once a session, and by a bar that
 * stays. It waits until the question about cookies is answered, which it would cover. Shows nothing to anybody else.
 */
export function SignAgain({ memberId }: { memberId: string }) {
  const contract = useEndpoint(enrollment.legalContract, { query: { memberId } });
  const facilityId = contract.data?.isMemberAgreed === false ? contract.data.facilityId : null;
  const club = useEndpoint(facilities.get, facilityId ? { query: { facilityId } } : null);
  const sign = useAction(enrollment.resign);
  const name = `sign-again:${memberId}`;
  const [opened, setOpened] = useState<'by itself' | 'asked for' | undefined>(() =>
    loadDraft(name) === null ? 'by itself' : undefined,
  );
  const consent = useConsent();
  const open = opened === 'asked for' || (opened === 'by itself' && consent !== undefined);
  const close = () => {
    saveDraft(name, 'put aside');
    setOpened(undefined);
  };
  if (!facilityId || !contract.data || !club.data) return null;
  return (
    <>
      <div className="alert alert-warning sign-again">
        <p>Your agreement with {club.data.displayName} needs your signature.</p>
        <Button onClick={() => setOpened('asked for')}>Read and sign</Button>
      </div>
      {/* beside the bar, whose buttons are set closer */}
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
              await refetch(members, enrollment);
            }}
          />
        </Suspense>
      </Popup>
    </>
  );
}
