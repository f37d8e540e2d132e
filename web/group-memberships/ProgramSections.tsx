import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { requiredFields, type Standing } from '../../shared/group-memberships/group-membership-rules.ts';
import {
  codeName,
  facilityFeesBillingTypes,
  installmentTypes,
  reimbursementTypes,
} from '../../shared/group-memberships/program-codes.ts';
import { programPaymentTypeName } from '../../shared/programs.ts';
import { loadOnce, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { firstField } from '../ui/Popup.tsx';
import { Money } from '../ui/Money.tsx';
import { CountsFrom } from './CountsFrom.tsx';
import { limitedProgramForm, type Program, programForm } from './program-form.ts';
import { ProgramBasics, ProgramDues, ProgramFees } from './ProgramFields.tsx';
import { useConfirmedDifference } from './confirmed-difference.tsx';
import { TermsVersions } from './TermsVersions.tsx';

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
            ['Reimbursement', codeName(reimbursementTypes, program.reimbursementTypeId)],
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
  const confirmed = useConfirmedDifference();
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
