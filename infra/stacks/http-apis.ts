import { endpoints } from '../../shared/contracts/all.ts';

/**
 * First path segments of the endpoints of each HTTP API beside the main one. The CDN sends a request to its API by this
 * segment (infra/stacks/site-stack.ts), so that addresses do not depend on the API.
 */
export const apiSegments = {
  machines: ['apiclients', 'checkins', 'eligibility', 'oauth', 'scim', 'webhooks'],
  money: ['bankfiles', 'facilitypayments', 'ledger', 'partnerpayments', 'payments', 'payroll'],
  people: [
    'employeemanagement',
    'groupmemberships',
    'members',
    'partnermanagers',
    'voucherprograms',
    'vouchers',
  ],
} as const;

/** First path segments of endpoints for API clients only. */
export const apiClientSegments: readonly string[] = ['checkins', 'eligibility', 'scim'];

export type ApiName = 'main' | keyof typeof apiSegments;
export const apiNames: readonly ApiName[] = ['main', 'machines', 'money', 'people'];

/** Suffix of an API's construct IDs and outputs; the main API has none. */
export const suffixOf = (api: ApiName): string => (api === 'main' ? '' : `-${api}`);

/** Returns the stack of an API's endpoints. */
export const apiStackOf = (api: ApiName): string => `Api-${api}`;

/** Returns the HTTP API of a path of the contract, for example `/partners/list`. */
export function apiOf(path: string): ApiName {
  const segment = path.split(/[/?]/)[1] ?? '';
  const api = Object.entries(apiSegments).find(([, segments]) =>
    (segments as readonly string[]).includes(segment),
  );
  return (api?.[0] as ApiName | undefined) ?? 'main';
}

/** Returns the CDN's path patterns of an API beside the main one. */
export const patternsOf = (api: keyof typeof apiSegments): string[] =>
  apiSegments[api].flatMap((segment) => [
    ...(endpoints.some(({ path }) => path === `/${segment}`) ? [`/api/${segment}`] : []),
    `/api/${segment}/*`,
  ]);
