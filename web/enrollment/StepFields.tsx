import { Input } from '@aws-amplify/ui-react';
import { type KeyboardEvent, useId, useState, useRef, Fragment } from 'react';
import { electronicConsent } from '../../shared/enrollment/electronic-consent.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { download } from '../app/api.ts';
import { loadOnce, showFailure, useEndpoint } from '../app/data.ts';
import { readFailure } from '../app/form-errors.ts';
import { Button } from '../ui/Button.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { FieldFrame } from '../ui/FieldFrame.tsx';
import { PolicyText } from './PolicyText.tsx';
import type { WordsToSign } from './use-words-to-sign.ts';
import { periodName } from '../../shared/calendar.ts';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { firstDayOfEnrollment } from '../../shared/payments/dues.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { healthConsentText } from '../../shared/members/health-consent.ts';
import { isMemberPaid } from '../../shared/programs.ts';
import { Field } from '../ui/Field.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { AccountFields } from './AccountFields.tsx';
import type { Contract } from './steps.ts';

function useConsent(words: WordsToSign) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'open' | 'pdf' | 'agree'>();
  const [agreement, setAgreement] = useState<ResponseOf<typeof enrollment.agreementToRead>>();
  const during = async (what: 'open' | 'pdf' | 'agree', run: () => Promise<unknown>) => {
    setBusy(what);
    setError(undefined);
    try {
      await run();
    } catch (error) {
      const { fields } = readFailure(error);
      if (fields.code) setError(fields.code);
      else showFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  const open = () =>
    during('open', async () => {
      setAgreement(await loadOnce(enrollment.agreementToRead, { query: words.signer }));
      await words.record('opened');
    });
  const savePdf = () => during('pdf', () => download(enrollment.agreementPreview, { query: words.signer }));
  const agree = () =>
    code.trim() === ''
      ? setError('Enter the six digits in the agreement.')
      : void during('agree', () => words.record('agreed', code));
  return { code, setCode, error, busy, agreement, open, savePdf, agree };
}

type Consent = ReturnType<typeof useConsent>;

/** The disclosures before an electronic signature. */
const Disclosures = ({ agreement, busy, open }: Consent) => (
  <section className="electronic-consent" aria-label={electronicConsent.heading}>
    <h3>{electronicConsent.heading}</h3>
    {electronicConsent.paragraphs.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    {!agreement && (
      <Button busy={busy === 'open'} busyLabel="Opening…" onClick={() => void open()}>
        Read the agreement
      </Button>
    )}
  </section>
);

/** The code in the agreement, which proves that the member can read the records. */
const CodeEntry = ({ code, setCode, error, busy, savePdf, agree }: Consent) => (
  <section className="electronic-consent" aria-label="Consent to an electronic signature">
    <Button icon="download" busy={busy === 'pdf'} busyLabel="Preparing…" onClick={() => void savePdf()}>
      Save as a PDF
    </Button>
    <CodeField code={code} error={error} onType={setCode} onEnter={agree} />
    <Button kind="primary" busy={busy === 'agree'} busyLabel="Checking…" onClick={agree}>
      I agree to sign electronically
    </Button>
  </section>
);

interface CodeFieldProps {
  code: string;
  error: string | undefined;
  onType: (code: string) => void;
  onEnter: () => void;
}

function CodeField({ code, error, onType, onEnter }: CodeFieldProps) {
  const id = useId();
  const ids = { control: `${id}-code`, hint: `${id}-hint`, error: `${id}-error` };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <FieldFrame
      ids={ids}
      label="Code in the agreement"
      required
      width="short"
      hint="Six digits at the top of it. They show that you can read the records we give you."
      error={error}
    >
      <Input
        id={ids.control}
        className="control"
        inputMode="numeric"
        autoComplete="off"
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${ids.hint} ${ids.error}` : ids.hint}
        value={code}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </FieldFrame>
  );
}

interface StepFieldsProps {
  step: ContractStep;
  steps: readonly ContractStep[];
  contract: Contract;
  words: WordsToSign;
}

export function StepFields({ step, steps, contract, words }: StepFieldsProps) {
  switch (step) {
    case 'keyFob':
      return (
        <Field
          name="keyFobNumber"
          width="medium"
          autoComplete="off"
          readOnly={contract.keyFobNumber !== null}
          hint={
            contract.keyFobNumber === null
              ? `${contract.partnerName} hands out the key fobs. Its number is printed on it: 6 or 7 digits, A to E included. If you have no key fob yet, ask ${contract.partnerName} for one and come back; you can enroll later.`
              : `${contract.partnerName} assigned this key fob to you.`
          }
        />
      );
    case 'withdrawal':
      return (
        <AccountFields
          account="withdrawalFromBankAccount"
          lead="Your monthly dues are withdrawn from this account."
        />
      );
    case 'deposit':
      return (
        <AccountFields
          account="depositToBankAccount"
          lead="Your reimbursements are paid into this account."
          copyFrom={steps.includes('withdrawal') ? 'withdrawalFromBankAccount' : undefined}
        />
      );
    case 'payment':
      return <PaymentDetails contract={contract} />;
    default:
      return <AgreementFields contract={contract} words={words} />;
  }
}

function AgreementFields({ contract, words }: { contract: Contract; words: WordsToSign }) {
  const { data, error, retrying, reload } = words;
  const isReported = useRef(false);
  const consent = useConsent(words);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  const onEnd = () => {
    if (data.read || isReported.current) return;
    isReported.current = true;
    words.record('read').catch((failed: unknown) => {
      isReported.current = false;
      showFailure(failed);
    });
  };
  return (
    <>
      {!data.agreed && <Disclosures {...consent} />}
      {(data.agreed || consent.agreement) && (
        <>
          <PolicyText
            html={data.html}
            code={consent.agreement?.code}
            isAgreed={data.agreed}
            label={`Agreement, version ${contract.versionToSign}`}
            onEnd={onEnd}
          />
          <p className="quiet">
            {data.read ? 'You have read it to the end.' : 'Read it to its end to sign it.'}
          </p>
        </>
      )}
      {!data.agreed && consent.agreement && <CodeEntry {...consent} />}
      {data.agreed && <SignatureFields contract={contract} needsHealthConsent={data.needsHealthConsent} />}
    </>
  );
}

interface SignatureFieldsProps {
  contract: Contract;
  needsHealthConsent: boolean;
}

function SignatureFields({ contract, needsHealthConsent }: SignatureFieldsProps) {
  return (
    <>
      <div className="form-grid">
        <Field name="firstName" autoComplete="given-name" />
        <Field name="lastName" autoComplete="family-name" />
        {contract.latinName !== null && (
          <Field
            name="latinName"
            autoComplete="off"
            hint="As in your passport. Bank files and the agreement use this spelling."
          />
        )}
        <Field name="contactNumber" autoComplete="tel" />
        <Field name="email" autoComplete="email" />
      </div>
      <DescriptionList
        items={[['Date', <DateText key="date" date={contract.isMemberAgreed ? null : contract.today} />]]}
      />
      {needsHealthConsent && <HealthConsentFields />}
      <Field name="isMemberAgreed" />
    </>
  );
}

/** Two separate consents, as the law requires. */
const HealthConsentFields = () => (
  <>
    <h3>{healthConsentText.heading}</h3>
    {healthConsentText.paragraphs.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <Field name="healthDataCollection" />
    <Field name="healthDataSharing" />
  </>
);

const ordinals = ['First Withdrawal', 'Second Withdrawal'];

function PaymentDetails({ contract }: { contract: Contract }) {
  const { memberSince } = contract;
  const from = memberSince ?? firstDayOfEnrollment(contract.today, contract.launchDate);
  // a member who signs again has paid the first dues
  const { data, error, retrying, reload } = useEndpoint(
    enrollment.calculatedDues,
    memberSince === null ? { query: { partnerId: contract.partnerId, startingDateToCalculate: from } } : null,
  );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  const reimbursed =
    isMemberPaid({ programPaymentTypeId: contract.programPaymentType }) &&
    contract.memberReimbursementTypeId !== noReimbursements;
  const how = memberReimbursementTypes.find(({ value }) => value === contract.memberReimbursementTypeId);
  return (
    <>
      <DescriptionList
        items={[
          ['Monthly Dues', <Money key="dues" cents={contract.memberDuesAmount} />],
          ['Membership Begins', <DateText key="from" date={from} />],
          ...(data?.data.withdrawals ?? []).map(
            ({ periodId, amount, date, isEarliest }, index) =>
              [
                ordinals[index] ?? '',
                <Fragment key={periodId}>
                  <Money cents={amount} /> for {periodName(periodId)}, {isEarliest ? 'on or after' : 'on'}{' '}
                  <DateText date={date} />
                </Fragment>,
              ] as const,
          ),
          ...(reimbursed
            ? ([
                ['Reimbursement Amount', <Money key="back" cents={contract.memberReimbursementAmount} />],
                ['Required Visits', `${contract.numberOfVisitsToReimburse} a month`],
                ['Reimbursement Type', how?.label],
              ] as const)
            : []),
        ]}
      />
      <p className="quiet">
        {memberSince === null && 'The first month is charged by the day. '}Dues are withdrawn on the 1st of
        every month or, when that is not a banking day, on the next one.
        {reimbursed && ' Reimbursements are paid after the 25th of the following month.'}
      </p>
    </>
  );
}
