import { Refusal, type RefusalCode } from './refusal.ts';

/** The media type of SCIM (RFC 7644, section 3.1). */
export const scimMediaType = 'application/scim+json';

export const scimErrorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const scimListSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const scimBulkResponseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Detail codes of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

const codes: Readonly<Record<number, RefusalCode>> = {
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
};

/** A refusal with a status and a detail code of SCIM. */
export class ScimError extends Refusal {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(codes[status] ?? 'invalid', detail);
    this.status = status;
    this.scimType = scimType;
  }
}
