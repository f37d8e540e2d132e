import { fileNameOf, type Endpoint } from '../shared/endpoint.ts';

/** Returns a handler's name throughout infra, its area and its file name: `partners/save`. */
export const handlerOf = ({ area, name }: Endpoint): string => `${area}/${fileNameOf(name)}`;

/** Returns `dev-partners-save`: the handler's name, limited to Lambda's 64 characters. */
export const functionNameOf = (stage: string, handler: string): string =>
  `${stage}-${handler.replace('/', '-')}`.slice(0, 64);

/**
 * Path of the roles of a stage's functions, by which `operate -- prune` finds them. Roles are global in an account, and the
 * same stage may exist in two regions.
 */
export const rolePath = (stage: string, region: string): string => `/wellport/${stage}/${region}/functions/`;
