import { useRef } from 'react';
import type { SigningEvent } from '../../shared/enrollment/electronic-consent.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { useAction, useEndpoint } from '../app/data.ts';

export function useWordsToSign(memberId: string, facilityId: string) {
  const signer = { memberId, facilityId };
  const loaded = useEndpoint(enrollment.agreementText, { query: signer });
  const save = useAction(enrollment.recordConsent);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const keep = async (before: Promise<unknown>, event: SigningEvent, code?: string) => {
    const { data } = loaded;
    await before;
    if (!data) return;
    const state = await save.run({ body: { ...signer, hash: data.hash, event, code } });
    await loaded.mutate({ ...data, ...state }, { revalidate: false });
  };
  // in sequence: the second of two concurrent actions would be dropped
  const record = (event: SigningEvent, code?: string): Promise<void> => {
    const stored = keep(last.current, event, code);
    last.current = stored.catch(() => {});
    return stored;
  };
  return { ...loaded, signer, record };
}
export type WordsToSign = ReturnType<typeof useWordsToSign>;
