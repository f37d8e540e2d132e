import { describe, expect, it } from 'vitest';
import { setUpSteps, type SetUpState } from '../../shared/partners/set-up.ts';

const nothingYet: SetUpState = {
  addsPrograms: false,
  hasProgramType: false,
  programExists: false,
  hasAccount: false,
  partnerBillingTypeId: 2,
  managers: 0,
  members: undefined,
  waitingToInvite: undefined,
};
const steps = (setUpState: Partial<SetUpState>) =>
  setUpSteps({ ...nothingYet, ...setUpState }).map(({ page, action, isDone }) => [page, action, isDone]);

describe('set-up steps', () => {
  it('begin with the selected program', () => {
    expect(steps({})).toEqual([
      ['partnerInfo', 'Choose a program', false],
      ['addManager', 'Add manager', false],
    ]);
  });

  it('do not suggest selecting a program if that is not possible, and link billing instead of banking', () => {
    expect(steps({ addsPrograms: true })).toEqual([
      ['partnerBilling', 'Enter bank account', false],
      ['groupMembership', 'Create', false],
      ['addManager', 'Add manager', false],
    ]);
    expect(steps({ addsPrograms: true, partnerBillingTypeId: 1 })[0]).toEqual([
      'partnerBilling',
      'View billing',
      true,
    ]);
  });

  it('continue with members when a program exists', () => {
    const ready = { hasProgramType: true, programExists: true, hasAccount: true, managers: 2 };
    expect(steps({ ...ready, members: 0, waitingToInvite: 0 }).at(-1)).toEqual([
      'employees',
      'Add members',
      false,
    ]);
    expect(
      steps({ ...ready, members: 9, waitingToInvite: 3 })
        .at(-1)
        ?.slice(1),
    ).toEqual(['Invite', false]);
    expect(steps({ ...ready, members: 9, waitingToInvite: 0 }).every(([, , isDone]) => isDone)).toBe(true);
  });
});
