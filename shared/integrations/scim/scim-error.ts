import { Refusal, type RefusalCode } from '../../refusal.ts';

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
