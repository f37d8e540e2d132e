import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { addPeriods, periodName, showDate } from '../../shared/calendar.ts';
import { Field } from '../ui/Field.tsx';
import { formatAffectedPayments } from '../../shared/group-memberships/affected-payments.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { callApi } from '../app/api.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { type ProgramBody, type Program, limitedProgramForm, programForm } from './program-form.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import {
  requiredFields,
  noReimbursements,
  type Standing,
  codeName,
  facilityFeesBillingTypes,
  installmentTypes,
  reimbursementTypes,
} from '../../shared/group-memberships/group-membership-rules.ts';
import { showMoney } from '../../shared/money.ts';
import { Card } from '../ui/Card.tsx';
import { programPaymentTypeName } from '../../shared/programs.ts';
import { loadOnce, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { firstField } from '../ui/Popup.tsx';
import { ProgramBasics, ProgramDues, ProgramFees } from './ProgramFields.tsx';

const monthsOffered = 13;

function CountsFrom({ earliest, children }: { earliest: string; children?: ReactNode }) {
  const months = Array.from({ length: monthsOffered }, (_, ahead) => addPeriods(earliest, ahead));
  return (
    <div className="form-grid">
      <Field
        name="fromPeriod"
        kind="select"
        options={months.map((id) => ({ value: id, label: periodName(id) }))}
        placeholder={`As soon as possible: ${periodName(earliest)}`}
        hint={<>Earlier months do not change. {children}</>}
      />
    </div>
  );
}

function useConfirmedDifference({ launchDate }: Program): (body: ProgramBody) => Promise<boolean> {
  const confirm = useConfirm();
  return async (body) => {
    const { countsFrom, payments } = await callApi(groupMemberships.previewUpdate, { body });
    if (payments.length === 0) return true;
    return confirm({
      title: 'Change payments?',
      text: (
        <>
          {countsFrom && <p>{countsFrom}</p>}
          {body.launchDate !== launchDate && (
            <p>
              Launch date: {showDate(launchDate)} → {showDate(body.launchDate)}.
            </p>
          )}
          <ul>
            {payments.map((payment) => (
              <li key={`${payment.paymentTypeId} ${payment.periodId}`}>{formatAffectedPayments(payment)}</li>
            ))}
          </ul>
        </>
      ),
      action: 'Save and change payments',
    });
  };
}

type Version = NonNullable<Program['versions']>[number];

function termsText(program: Program, version: Version): string {
  const required = requiredFields(program.programPaymentTypeId);
  const reimbursement = memberReimbursementTypes.find(
    ({ value }) => value === version.memberReimbursementTypeId,
  );
  const partnerPays = version.paymentForActivatedMembersOnly
    ? 'for activated members only'
    : `program fee ${showMoney(version.monthlyInstallment)}`;
  const paysBack =
    version.memberReimbursementTypeId === noReimbursements
      ? 'no reimbursements'
      : `reimbursement ${showMoney(version.memberReimbursementAmount)} for ${version.numberOfVisitsToReimburse} visits, ${(reimbursement?.label ?? '').toLowerCase()}`;
  return [
    ...(required.includes('monthlyInstallment') ? [partnerPays] : []),
    `admin fee ${showMoney(version.adminFee)}`,
    `to the facility ${showMoney(version.duesForOneMemberPerMonthPaidToFacility)} per member`,
    ...(required.includes('memberDuesAmount')
      ? [`dues ${showMoney(version.memberDuesAmount)}`, paysBack]
      : []),
  ].join(', ');
}

const TermsVersions = ({ program }: { program: Program }) => (
  <Card title="Terms by month">
    {(program.versions ?? []).toReversed().map((version) => (
      <p key={version.number}>
        <strong>From {periodName(version.fromPeriod)}:</strong> {termsText(program, version)}.{' '}
        <span className="quiet">
          Version {version.number}, saved on {showDate(version.savedOn)}
          {version.savedBy && ` by ${version.savedBy}`}.
        </span>
      </p>
    ))}
  </Card>
);

interface SectionProps {
  program: Program;
  limits: Standing;
  title: string;
  details: readonly (readonly [label: string, value: ReactNode])[];
  fields: ReactNode;
  onSaved: (jobId?: string) => void;
}

type ProgramProps = Pick<SectionProps, 'program' | 'limits' | 'onSaved'>;

export function ProgramSections(shared: ProgramProps) {
  const { program } = shared;
  const required = requiredFields(program.programPaymentTypeId);
  return (
    <>
      <Section
        {...shared}
        title="Program"
        details={[
          ['Program Payment Type', programPaymentTypeName(program.programPaymentTypeId)],
          ['Number Of Memberships', program.numberOfMemberships.toLocaleString('en-US')],
          ['Launch Date', <DateText key="launch" date={program.launchDate} />],
          ['Visits shown to the partner', program.showsVisitDays ? 'Date and club' : 'Numbers only'],
        ]}
        fields={<ProgramBasics existing />}
      />
      <Fees {...shared} />
      {required.includes('memberDuesAmount') && <Dues {...shared} />}
      <Card title="Billing">
        <DescriptionList
          items={[
            ['Facility fees', codeName(facilityFeesBillingTypes, program.facilityFeesBillingTypeId)],
            ['Installment', codeName(installmentTypes, program.installmentTypeId)],
            ['Facility reimbursement', codeName(reimbursementTypes, program.reimbursementTypeId)],
          ]}
        />
      </Card>
      <TermsVersions program={program} />
    </>
  );
}

function Fees(shared: ProgramProps) {
  const { program } = shared;
  const required = requiredFields(program.programPaymentTypeId);
  return (
    <Section
      {...shared}
      title="Fees"
      details={[
        ...(required.includes('monthlyInstallment')
          ? [
              [
                'Program Fee',
                program.paymentForActivatedMembersOnly ? (
                  'For activated members only'
                ) : (
                  <Money key="fee" cents={program.monthlyInstallment} />
                ),
              ] as const,
            ]
          : []),
        ['Admin Fee', <Money key="admin" cents={program.adminFee} />],
        [
          'Dues for 1 member per month paid to the facility',
          <Money key="dues" cents={program.duesForOneMemberPerMonthPaidToFacility} />,
        ],
      ]}
      fields={
        <>
          <ProgramFees />
          <CountsFrom earliest={program.changesFrom.fees} />
        </>
      }
    />
  );
}

function Dues(shared: ProgramProps) {
  const { program } = shared;
  const kind = memberReimbursementTypes.find(({ value }) => value === program.memberReimbursementTypeId);
  return (
    <Section
      {...shared}
      title="Dues and reimbursements"
      details={[
        ['Dues Amount', <Money key="dues" cents={program.memberDuesAmount} />],
        ['Reimbursement Type', kind?.label],
        ['Reimbursement Amount', <Money key="amount" cents={program.memberReimbursementAmount} />],
        ['Visits To Reimburse', program.numberOfVisitsToReimburse],
      ]}
      fields={
        <>
          <ProgramDues />
          <CountsFrom earliest={program.changesFrom.dues}>
            Reimbursements can change from {periodName(program.changesFrom.reimbursement)}.
          </CountsFrom>
        </>
      }
    />
  );
}

function Section({ program, limits, title, details, fields, onSaved }: SectionProps) {
  const [open, setOpen] = useState(false);
  const schema = useMemo(() => limitedProgramForm(program, limits), [program, limits]);
  const container = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  // the clicked button has disappeared: focus its replacement
  useEffect(() => {
    if (wasOpen.current !== open)
      container.current?.querySelector<HTMLElement>(open ? firstField : '.card-head button')?.focus();
    wasOpen.current = open;
  }, [open]);
  const save = useAction(groupMemberships.update);
  const confirmed = useConfirmedDifference(program);
  return (
    <div ref={container}>
      {open ? (
        <Card title={title}>
          <Form
            schema={schema}
            initial={programForm(program)}
            submitLabel="Save"
            busyLabel="Saving…"
            needsChange
            loadLatest={async () => ({
              values: programForm(
                await loadOnce(groupMemberships.get, { query: { partnerId: program.partnerId } }),
              ),
            })}
            actions={<Button onClick={() => setOpen(false)}>Cancel</Button>}
            onSubmit={async (body) => {
              if (!(await confirmed(body))) return false;
              const { jobId } = await save.run({ body });
              onSaved(jobId);
              setOpen(false);
              return true;
            }}
          >
            {fields}
          </Form>
        </Card>
      ) : (
        <Card
          title={title}
          aside={
            <Button icon="edit" onClick={() => setOpen(true)}>
              Change
            </Button>
          }
        >
          <DescriptionList items={details} />
        </Card>
      )}
    </div>
  );
}
