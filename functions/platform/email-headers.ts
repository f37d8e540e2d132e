import type { MessageHeader } from '@aws-sdk/client-sesv2';
import type { Email } from './email.ts';

/** Returns the headers of an email: its identity, and how to stop such emails. */
export function headersOf({
  tags,
  unsubscribeUrl,
}: Pick<Email, 'tags' | 'unsubscribeUrl'>): MessageHeader[] | undefined {
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
    ...(unsubscribeUrl
      ? [
          ['List-Unsubscribe', `<${unsubscribeUrl}>`],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
        ]
      : []),
  ];
  return headers.length > 0 ? headers.map(([Name, Value]) => ({ Name, Value })) : undefined;
}
