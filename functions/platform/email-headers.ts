import type { MessageHeader } from '@aws-sdk/client-sesv2';
import type { Email } from './email.ts';

/** Returns the headers of an email: its identity, and how to stop such emails. */
export function headersOf({
  tags,
  oneClickStop,
}: Pick<Email, 'tags' | 'oneClickStop'>): MessageHeader[] | undefined {
  const headers = [
    // identifies a repeated email
    ...(tags
      ? [
          [
            'X-Wellport-Email',
            Object.entries(tags)
              .map((tag) => tag.join('='))
              .join('.'),
          ],
        ]
      : []),
    ...(oneClickStop
      ? [
          ['List-Unsubscribe', `<${oneClickStop}>`],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
        ]
      : []),
  ];
  return headers.length > 0 ? headers.map(([Name, Value]) => ({ Name, Value })) : undefined;
}
