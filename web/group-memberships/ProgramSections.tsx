import { type ReactNode, useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { fieldsAskedFor } from '../../shared/group-memberships/program-terms.ts';
import { programPaymentTypeName } from '../../shared/programs.ts';
import { callApi } from '../api.ts';
import { useAction } from '../data.ts';
import { Form } from '../form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Money } from '../ui/Money.tsx';
import { CountsFrom } from './CountsFrom.tsx';
import { type Program, programForm } from './program-form.ts';
import { ProgramBasics, ProgramDues, ProgramFees } from './ProgramFields.tsx';
import { TermsVersions } from './TermsVersions.tsx';

interface SectionProps {
  program: Program;
  title: string;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  fields: ReactNode;
  onSaved: () => void;
}

/** The parts of a program that is there; each is opened to be changed, and cancelled or saved by itself. */
export function ProgramSections({ program, onSaved }: { program: Program; onSaved: () => void }) {
  const asked = fieldsAskedFor(program.programPaymentTypeID);
  const kind = memberReimbursementTypes.find(({ value }) => value === program.memberReimbursementTypeID);
  return (
    <>
      <Section
        program={program}
        onSaved={onSaved}
        title="Program"
        facts={[
          ['Program Payment Type', programPaymentTypeName(program.programPaymentTypeID)],
          ['Number Of Memberships', program.numberOfMemberships.toLocaleString('en-US')],
          ['Launch Date', <DateText key="launch" date={program.launchDate} />],
        ]}
        fields={<ProgramBasics existing />}
      />
      <Section
        program={program}
        onSaved={onSaved}
        title="Fees"
        facts={[
          ...(asked.includes('monthlyInstallment')
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
      {asked.includes('memberDuesAmount') && (
        <Section
          program={program}
          onSaved={onSaved}
          title="Dues and reimbursements"
          facts={[
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
      )}
      <TermsVersions program={program} />
    </>
  );
}

function Section({ program, title, facts, fields, onSaved }: SectionProps) {
  const [open, setOpen] = useState(false);
  const save = useAction(groupMemberships.update);
  if (!open)
    return (
      <Card
        title={title}
        aside={
          <Button icon="edit" onClick={() => setOpen(true)}>
            Change
          </Button>
        }
      >
        <Facts facts={facts} />
      </Card>
    );
  return (
    <Card title={title}>
      <Form
        schema={groupMemberships.update.body}
        initial={programForm(program)}
        submitLabel="Save"
        busyLabel="Saving…"
        needsChange
        loadLatest={async () => ({
          values: programForm(
            await callApi(groupMemberships.get, { query: { partnerId: program.partnerId } }),
          ),
        })}
        actions={<Button onClick={() => setOpen(false)}>Cancel</Button>}
        onSubmit={async (body) => {
          await save.run({ body });
          onSaved();
          setOpen(false);
        }}
      >
        {fields}
      </Form>
    </Card>
  );
}
