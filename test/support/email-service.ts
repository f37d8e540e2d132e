import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { onTestFinished } from 'vitest';

let service: ReturnType<typeof mockClient> | undefined;

export const restoreEmailService = (): void => service?.restore();

/**
 * Replaces the email service for one test: `problemOf` may refuse an email by its number, counted from 1, and its
 * address. Returns the accepted addresses in order.
 */
export function emailService(
  problemOf: (place: number, to: string) => Error | false | undefined = () => undefined,
): string[] {
  const sent: string[] = [];
  let place = 0;
  service = mockClient(SESv2Client);
  onTestFinished(restoreEmailService);
  service.on(SendEmailCommand).callsFake((input: { Destination: { ToAddresses: string[] } }) => {
    const to = input.Destination.ToAddresses[0] ?? '';
    const error = problemOf(++place, to);
    if (error) throw error;
    sent.push(to);
    return {};
  });
  return sent;
}

export const emailProblem = (name: string, message = name): Error =>
  Object.assign(new Error(message), { name });

export const busy = (): Error => emailProblem('TooManyRequestsException', 'slow down');
