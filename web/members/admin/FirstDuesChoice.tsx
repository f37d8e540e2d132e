import { periodName } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { members } from '../../../shared/contracts/members.ts';
import type { MemberOverview } from '../../../shared/accounts/member-overview.ts';
import { showMoney } from '../../../shared/money.ts';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';

/** Lets an administrator collect canceled first dues again or end the membership. */
export function FirstDuesChoice({ member }: { member: MemberOverview }) {
  const collect = useAction(members.collectFirstDues, members.overview);
  const end = useAction(employees.deleteEnrollment, members.overview);
  const confirm = useConfirm();
  const { canceledFirstDues: dues, programPaymentTypeId } = member;
  if (!dues || programPaymentTypeId === null) return null;
  const { memberId, memberFirstName, memberLastName } = member.row;
  const amount = `${showMoney(dues.amountToBeSent)} for ${periodName(dues.periodId)}`;
  const collectAgain = async () => {
    const agreed = await confirm({
      title: 'Collect the first dues again',
      text: `The first dues, ${amount}, become Pending and go with the next bank run. The membership is activated when they are sent.`,
      action: 'Collect again',
    });
    if (agreed) await collect.act({ params: { memberId } });
  };
  const endMembership = async () => {
    const agreed = await confirm({
      title: `End the membership of ${memberFirstName} ${memberLastName}`,
      text: 'The membership ends now, and its Pending dues are removed. Its key fob becomes available.',
      action: 'End membership',
      danger: true,
    });
    const params = {
      groupMembershipEnrollmentId: memberId,
      programPaymentTypeId: `${programPaymentTypeId}` as const,
    };
    if (agreed) await end.act({ params });
  };
  return (
    <Card
      title="First dues were canceled"
      footer={
        <>
          <Button busy={collect.running} onClick={() => void collectAgain()}>
            Collect again
          </Button>
          <Button kind="danger" busy={end.running} onClick={() => void endMembership()}>
            End membership
          </Button>
        </>
      }
    >
      <p>
        The first dues, {amount}, were canceled. The membership is not active, and no other dues are collected
        until you decide.
      </p>
    </Card>
  );
}
