import { useRef } from 'react';
import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { showFailure } from '../app/data.ts';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import type { Contract } from './steps.ts';
import { ElectronicConsent } from './ElectronicConsent.tsx';
import { PolicyText } from './PolicyText.tsx';
import type { WordsToSign } from './use-words-to-sign.ts';

/** First the consent to sign electronically, then the words, who signs them, and the tick that is the signature. */
export function AgreementFields({ contract, words }: { contract: Contract; words: WordsToSign }) {
  const { data, error, retrying, reload } = words;
  const told = useRef(false);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  if (!data.agreed) return <ElectronicConsent words={words} />;
  const onEnd = () => {
    if (data.read || told.current) return;
    told.current = true;
    words.record('read').catch((failed: unknown) => {
      told.current = false;
      showFailure(failed);
    });
  };
  return (
    <>
      <PolicyText html={data.html} label={`Agreement, version ${currentAgreementVersion}`} onEnd={onEnd} />
      <p className="quiet">{data.read ? 'You have read it to the end.' : 'Read it to its end to sign it.'}</p>
      <div className="form-grid">
        <Field name="firstName" autoComplete="given-name" />
        <Field name="lastName" autoComplete="family-name" />
        <Field name="contactNumber" autoComplete="tel" />
        <Field name="email" autoComplete="email" />
      </div>
      <DescriptionList
        items={[['Date', <DateText key="date" date={contract.isMemberAgreed ? null : contract.date} />]]}
      />
      <Field name="isMemberAgreed" />
    </>
  );
}
