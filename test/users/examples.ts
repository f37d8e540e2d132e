import { users } from '../../shared/contracts/users.ts';
import { endingSession } from '../support/call.ts';
import { examplesOf } from '../support/examples.ts';

const publicKey = { id: 'none', rawId: 'none', type: 'public-key' };
const credential = { ...publicKey, response: { clientDataJSON: 'e30', attestationObject: 'oA' } };
const signature = {
  ...publicKey,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};

export const examples = examplesOf(users, {
  me: { own: () => ({}) },
  gridSettings: { own: () => ({ params: { grid: 'employees' } }) },
  saveGridSettings: {
    own: () => ({
      params: { grid: 'employees' },
      body: { hiddenColumns: ['memberPhoneNumber'], views: [], version: 0 },
    }),
  },
  login: { own: () => ({ body: { userName: 'nobody@test.test', password: 'Wellport2026' } }) },
  loginOnDevice: { own: () => ({ body: { userName: 'nobody@test.test', password: 'Wellport2026' } }) },
  loginCode: { own: () => ({ body: { challenge: 'of-nobody', code: '123456' } }) },
  // a session of its own, since it ends
  logout: {
    own: (_, user) => ({
      claims: {
        sub: user?.id,
        token_use: 'access',
        'cognito:groups': `[${user?.role}]`,
        event_id: endingSession,
      },
    }),
  },
  sessions: { own: () => ({}) },
  recordUse: { own: () => ({}) },
  refreshSession: { own: () => ({ body: { refreshToken: 'of-nobody' } }) },
  endSession: { own: () => ({ params: { sessionId: 'ended-before' } }) },
  endOtherSessions: { own: () => ({}) },
  findUser: { own: (world) => ({ body: { email: world.own.manager.email } }) },
  userActivity: { own: (world) => ({ params: { userId: world.admin.id } }) },
  endUserSessions: { own: () => ({ params: { userId: 'no-such-user' } }) },
  resetPassword: { own: () => ({ query: { userName: 'nobody@test.test' } }) },
  confirmPassword: {
    own: () => ({
      body: {
        userName: 'nobody@test.test',
        code: '0000-0000-0000',
        newPassword: 'Wellport2027',
        confirmPassword: 'Wellport2027',
      },
    }),
  },
  changePassword: {
    own: () => ({
      body: { oldPassword: 'Wellport2026', newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' },
    }),
  },
  stepUp: { own: () => ({ body: { action: 'users.setPin', password: 'Wellport2026' } }) },
  loginPasskey: {
    own: () => ({ body: { challenge: 'of-nobody', password: 'Wellport2026', passkey: signature } }),
  },
  passkeys: { own: () => ({}) },
  beginPasskey: { own: () => ({ body: { action: 'users.addPasskey' } }) },
  addPasskey: { own: () => ({ body: { name: 'Phone', passkey: credential } }) },
  renamePasskey: { own: () => ({ params: { passkeyId: 'none' }, body: { name: 'Phone' } }) },
  removePasskey: { own: () => ({ params: { passkeyId: 'none' } }) },
  secondFactor: { own: () => ({}) },
  beginSecondFactor: { own: () => ({ body: { password: 'Wellport2026' } }) },
  turnOnSecondFactor: { own: () => ({ body: { password: 'Wellport2026', code: '123 456' } }) },
  turnOffSecondFactor: { own: () => ({ body: { password: 'Wellport2026', code: '123 456' } }) },
  invitation: { own: () => ({ params: { token: 'no-such.token' } }) },
  acceptInvitation: {
    own: () => ({
      params: { token: 'no-such.token' },
      body: { password: 'Wellport2026', confirmPassword: 'Wellport2026' },
    }),
  },
  setPin: { own: () => ({ body: { pin: '246810', currentPin: '246810' } }) },
});
