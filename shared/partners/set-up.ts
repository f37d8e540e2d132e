import { periodName, type PeriodId } from '../calendar.ts';

/** What is known of a partner's set-up; counts are undefined while they load or where nothing counts yet. */
export interface SetUpFacts {
  /** The flag gmr-add-program: programs are added by themselves, and no box is ticked for them. */
  addsPrograms: boolean;
  hasProgramType: boolean;
  programExists: boolean;
  hasAccount: boolean;
  partnerBillingTypeId: 1 | 2;
  managers: number | undefined;
  members: number | undefined;
  waitingToInvite: number | undefined;
}

/** The pages on which a step is done, by name; the web knows where each is for an administrator and for a manager. */
type SetUpPage =
  | 'partnerInfo'
  | 'partnerBilling'
  | 'partnerBanking'
  | 'groupMembership'
  | 'managers'
  | 'addManager'
  | 'employees';

/** One line of the set-up: what it is, its state, and the page where it is done. */
export interface SetUpStep<Page extends string = SetUpPage> {
  title: string;
  text: string;
  isDone: boolean;
  page: Page;
  action: string;
}

const people = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'member' : 'members'}`;

/**
 * What is set up and what comes next, in the order in which it is done. A step whose page is not there yet is left out:
 * the program's page needs a ticked program while the flag is off, banking too, and members need a program.
 */
export function setUpSteps(facts: SetUpFacts): SetUpStep[] {
  const hasProgramPage = facts.addsPrograms || facts.hasProgramType;
  const steps: SetUpStep[] = [];
  if (!hasProgramPage)
    steps.push({
      title: 'Program',
      text: 'This partner has no program. Select one in General Info.',
      isDone: false,
      page: 'partnerInfo',
      action: 'Choose a program',
    });
  if (hasProgramPage) steps.push(accountStep(facts), programStep(facts));
  steps.push({
    title: 'Managers',
    text: facts.managers
      ? `${facts.managers} ${facts.managers === 1 ? 'manager works' : 'managers work'} for this partner.`
      : 'Nobody at the partner can log in yet.',
    isDone: Boolean(facts.managers),
    page: facts.managers ? 'managers' : 'addManager',
    action: facts.managers ? 'View managers' : 'Add manager',
  });
  if (facts.programExists) steps.push(memberStep(facts));
  return steps;
}

function accountStep({ addsPrograms, hasAccount, partnerBillingTypeId }: SetUpFacts): SetUpStep {
  const needsNone = addsPrograms && partnerBillingTypeId === 1;
  return {
    title: addsPrograms ? 'Billing' : 'Bank account',
    text: needsNone
      ? 'The partner pays by ACH payment to HC.'
      : hasAccount
        ? 'A withdrawal account is on file.'
        : 'There is no withdrawal account yet.',
    isDone: needsNone || hasAccount,
    page: addsPrograms ? 'partnerBilling' : 'partnerBanking',
    action: needsNone ? 'View billing' : hasAccount ? 'View bank account' : 'Enter bank account',
  };
}

const programStep = ({ programExists }: SetUpFacts): SetUpStep => ({
  title: 'Group membership',
  text: programExists
    ? 'What the program costs, who pays, and who takes part.'
    : 'There is no program yet. It says what is paid, by whom, and from when.',
  isDone: programExists,
  page: 'groupMembership',
  action: programExists ? 'View group membership' : 'Create',
});

/** The members of a partner: how many there are, and who waits. */
export function memberStep({
  members,
  waitingToInvite,
}: Pick<SetUpFacts, 'members' | 'waitingToInvite'>): SetUpStep<'employees'> {
  const waits = waitingToInvite ? ` ${people(waitingToInvite)} waiting for an invitation.` : '';
  return {
    title: 'Members',
    text: members ? `${people(members)} in the program.${waits}` : 'There are no members yet.',
    isDone: Boolean(members) && !waitingToInvite,
    page: 'employees',
    action: !members ? 'Add members' : waitingToInvite ? 'Invite' : 'View members',
  };
}

/** Visits that count in the current and the previous month. */
export const visitStep = (visits: number): SetUpStep<'visits'> => ({
  title: 'Visits',
  text:
    visits > 0
      ? `${visits.toLocaleString('en-US')} ${visits === 1 ? 'visit' : 'visits'} this month and last month.`
      : 'No visits this month or last month. Clubs report visits until the 8th of the next month.',
  isDone: visits > 0,
  page: 'visits',
  action: 'View visits',
});

/** The payments of a partner; `periodId` is the newest month that has any. */
export const paymentStep = (periodId: PeriodId | undefined): SetUpStep<'payments'> => ({
  title: 'Payments',
  text: periodId
    ? `Payments of ${periodName(periodId)} are generated.`
    : 'No payments yet. They appear here once they are generated.',
  isDone: periodId !== undefined,
  page: 'payments',
  action: 'View payments',
});
