import { useRef, Fragment } from 'react';
import { periodName } from '../../shared/calendar.ts';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { firstDayOfEnrollment } from '../../shared/payments/dues.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { healthConsentText } from '../../shared/members/health-consent.ts';
import { isMemberPaid } from '../../shared/programs.ts';
import { Field } from '../ui/Field.tsx';
import { showFailure, useEndpoint } from '../app/data.ts';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Money } from '../ui/Money.tsx';
import { AccountFields } from './AccountFields.tsx';
import type { Contract } from './steps.ts';
import type { WordsToSign } from './use-words-to-sign.ts';
import { ElectronicConsent } from './ElectronicConsent.tsx';
import { PolicyText } from './PolicyText.tsx';

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
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  if (!data.agreed) return <ElectronicConsent words={words} />;
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
      <PolicyText html={data.html} label={`Agreement, version ${contract.versionToSign}`} onEnd={onEnd} />
      <p className="quiet">{data.read ? 'You have read it to the end.' : 'Read it to its end to sign it.'}</p>
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
        items={[['Date', <DateText key="date" date={contract.isMemberAgreed ? null : contract.date} />]]}
      />
      {data.needsHealthConsent && <HealthConsentFields />}
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
  const from = firstDayOfEnrollment(contract.date, contract.launchDate);
  const { data, error, retrying, reload } = useEndpoint(enrollment.calculatedDues, {
    query: { partnerId: contract.partnerId, startingDateToCalculate: from },
  });
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
        The first month is charged by the day. Dues are withdrawn on the 1st of every month or, when that is
        not a banking day, on the next one.
        {reimbursed && ' Reimbursements are paid after the 25th of the following month.'}
      </p>
    </>
  );
}
