import { members } from '../../../shared/contracts/members.ts';
import { handle } from '../../handle.ts';
import { sendRequest } from '../send-request.ts';

export const handler = handle(members.sendRequest, async ({ body, caller, now }) => {
  await sendRequest(body, caller.userId, now);
  return {
    success: true,
    message: 'Your request was sent. You will receive an email with the decision.',
  };
});
