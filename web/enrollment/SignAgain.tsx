import { lazy, Suspense, useState } from 'react';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { members } from '../../shared/contracts/members.ts';
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
 * Prompts an enrolled member without the current agreement to sign it: once per session in a dialog, and in a permanent
 * bar. Waits until the cookie banner is closed, which it would cover.
 */
export function SignAgain({ memberId }: { memberId: string }) {
  const contract = useEndpoint(enrollment.legalContract, { query: { memberId } });
  const facilityId = contract.data?.isMemberAgreed === false ? contract.data.facilityId : null;
  const facility = useEndpoint(facilities.get, facilityId ? { query: { facilityId } } : null);
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
  if (!facilityId || !contract.data || !facility.data) return null;
  return (
    <>
      <div className="alert alert-warning sign-again">
        <p>Your agreement with {facility.data.displayName} needs your signature.</p>
        <Button onClick={() => setOpened('asked for')}>Read and sign</Button>
      </div>
      {/* next to the bar, where buttons have less space between them */}
      <Popup open={open} size="large" title="Resign Anytime Fitness Agreement" onClose={close}>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <AgreementSteps
            contract={contract.data}
            facility={facility.data}
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
