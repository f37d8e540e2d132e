import { periodName, type PeriodId } from '../calendar.ts';
import { achPaymentToHc } from './partner.ts';

/** State of a partner's set-up; counts are undefined while loading or not applicable. */
export interface SetUpState {
  /** Flag gmr-add-program: programs are added directly, without a check box. */
  addsPrograms: boolean;
  hasProgramType: boolean;
  programExists: boolean;
  hasAccount: boolean;
  partnerBillingTypeId: 1 | 2;
  managers: number | undefined;
  members: number | undefined;
  waitingToInvite: number | undefined;
}

/** Pages by name; the web layer maps them for administrators and managers. */
type SetUpPage =
  | 'partnerInfo'
  | 'partnerBilling'
  | 'partnerBanking'
  | 'groupMembership'
  | 'managers'
  | 'addManager'
  | 'employees';

/** Set-up step with its status and page. */
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
 * Returns the set-up steps in order. Steps without an available page are omitted: without the flag, the program and
 * banking pages need a selected program; members need a program.
 */
export function setUpSteps(state: SetUpState): SetUpStep[] {
  const hasProgramPage = state.addsPrograms || state.hasProgramType;
  const steps: SetUpStep[] = [];
  if (!hasProgramPage)
    steps.push({
      title: 'Program',
      text: 'This partner has no program. Select one in General Info.',
      isDone: false,
      page: 'partnerInfo',
      action: 'Choose a program',
    });
  if (hasProgramPage) steps.push(accountStep(state), programStep(state));
  steps.push({
    title: 'Managers',
    text: state.managers
      ? `${state.managers} ${state.managers === 1 ? 'manager' : 'managers'}.`
      : 'No manager can log in yet.',
    isDone: Boolean(state.managers),
    page: state.managers ? 'managers' : 'addManager',
    action: state.managers ? 'View managers' : 'Add manager',
  });
  if (state.programExists) steps.push(memberStep(state));
  return steps;
}

function accountStep({ addsPrograms, hasAccount, partnerBillingTypeId }: SetUpState): SetUpStep {
  const needsNone = addsPrograms && partnerBillingTypeId === achPaymentToHc;
  return {
    title: addsPrograms ? 'Billing' : 'Bank account',
    text: needsNone
      ? 'The partner pays by ACH payment to HC.'
      : hasAccount
        ? 'A withdrawal account is on file.'
        : 'No withdrawal account yet.',
    isDone: needsNone || hasAccount,
    page: addsPrograms ? 'partnerBilling' : 'partnerBanking',
    action: needsNone ? 'View billing' : hasAccount ? 'View bank account' : 'Enter bank account',
  };
}

const programStep = ({ programExists }: SetUpState): SetUpStep => ({
  title: 'Group membership',
  text: programExists
    ? 'Program costs, payer, and participants.'
    : 'No program yet. It defines amounts, payer, and launch date.',
  isDone: programExists,
  page: 'groupMembership',
  action: programExists ? 'View group membership' : 'Create',
});

/** Returns the step of a partner's members, with total and waiting counts. */
export function memberStep({
  members,
  waitingToInvite,
}: Pick<SetUpState, 'members' | 'waitingToInvite'>): SetUpStep<'employees'> {
  const waits = waitingToInvite ? ` ${people(waitingToInvite)} waiting for an invitation.` : '';
  return {
    title: 'Members',
    text: members ? `${people(members)} in the program.${waits}` : 'No members yet.',
    isDone: Boolean(members) && !waitingToInvite,
    page: 'employees',
    action: !members ? 'Add members' : waitingToInvite ? 'Invite' : 'View members',
  };
}

/** Returns the step of counted visits in the current and previous month. */
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

/** Returns the step of payments; `periodId` is the latest month with payments. */
export const paymentStep = (periodId: PeriodId | undefined): SetUpStep<'payments'> => ({
  title: 'Payments',
  text: periodId
    ? `Payments of ${periodName(periodId)} are generated.`
    : 'No payments yet. They appear here once they are generated.',
  isDone: periodId !== undefined,
  page: 'payments',
  action: 'View payments',
});
