import { useMemo } from 'react';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import type { Standing } from '../../shared/group-memberships/group-membership-rules.ts';
import { programPaymentTypeName } from '../../shared/programs.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Card } from '../ui/Card.tsx';
import { limitedProgramForm, newProgramForm, typeOf } from './program-form.ts';
import { ProgramBasics, ProgramDues, ProgramFees, useMembersPay } from './ProgramFields.tsx';

interface NewProgramProps {
  partnerId: string;
  limits: Standing;
  onCreated: () => void;
}

/** Form of a partner's first program, confirmed before it is created (spec 2 §4). */
export function NewProgram({ partnerId, limits, onCreated }: NewProgramProps) {
  const schema = useMemo(() => limitedProgramForm(undefined, limits), [limits]);
  // the tabs depend on the program
  const save = useAction(groupMemberships.save, groupMemberships);
  const confirm = useConfirm();
  return (
    <Card>
      <Form
        schema={schema}
        initial={newProgramForm(partnerId)}
        submitLabel="Create program"
        submitKind="action"
        busyLabel="Creating…"
        onSubmit={async (body) => {
          const type = typeOf(body.programPaymentTypeId);
          const agreed = await confirm({
            title: 'Create program',
            text: `Are you sure you want to create a ${type ? programPaymentTypeName(type) : ''} program?`,
            action: 'Create program',
          });
          if (!agreed) return false;
          await save.run({ body });
          onCreated();
          return true;
        }}
      >
        <fieldset className="form-section">
          <legend>Program</legend>
          <ProgramBasics />
        </fieldset>
        <fieldset className="form-section">
          <legend>Fees</legend>
          <ProgramFees />
        </fieldset>
        <MemberDues />
      </Form>
    </Card>
  );
}

const MemberDues = () =>
  useMembersPay() ? (
    <fieldset className="form-section">
      <legend>Dues and reimbursements</legend>
      <ProgramDues />
    </fieldset>
  ) : null;
